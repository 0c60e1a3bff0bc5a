"""How machines play GOLD."""
