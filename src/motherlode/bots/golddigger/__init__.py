"""How machines play GOLD DIGGER."""
