"""The table server: tables people and machines sit at, and a log of each that nothing is lost from."""
