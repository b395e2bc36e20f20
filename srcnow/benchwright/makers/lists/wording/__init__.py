"""Puts queries into words."""
