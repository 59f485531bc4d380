"""The web page: a diagram as one file for a browser, with results and gradients. It needs no screen and no Qt."""
