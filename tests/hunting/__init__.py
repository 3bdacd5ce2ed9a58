"""Tests of Hunting Mister X."""
