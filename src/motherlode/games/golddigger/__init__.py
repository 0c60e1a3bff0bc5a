"""GOLD DIGGER by Reiner Knizia: stake claims on six mines."""
