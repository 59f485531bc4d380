"""The web page: a diagram as one HTML file, with results and gradients. It needs no screen and no Qt."""
