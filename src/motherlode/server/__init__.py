"""The table server: tables people and machines sit at, each a log nothing is lost from."""
