"""Measure questions: can they be answered, are they like the reference questions, of one style, and not repeated?"""
