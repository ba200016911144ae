"""How the results are put to the test; a module for each thing that is drawn or searched over."""
