"""How machines play Gold!."""
