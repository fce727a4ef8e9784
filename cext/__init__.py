"""What is true: the state of each game as a C struct, and its rules as a table of functions over it."""
