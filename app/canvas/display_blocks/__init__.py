"""Display blocks: the results that they read, and their drawing."""
