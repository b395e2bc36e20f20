"""Makers fill the cells of a plan. Each package here is one way to write questions; makers never import each other."""
