"""How a statement is tested: one module per shape; none of them knows a paper."""
