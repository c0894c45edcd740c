"""The program that plays: search, levels, and the doors to them; it knows nothing but `rules`."""
