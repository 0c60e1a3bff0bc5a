"""Gold! by Michael Schacht: take, exchange, and get rid of the donkeys."""
