"""GOLD by Reiner Knizia: flip, remember, and carry the gold out."""
