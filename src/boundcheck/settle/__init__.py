"""A claim meets its checks: the error budget, what could be seen, the headline."""
