"""Models of TensorFlow: GraphDefs and SavedModels, in and out."""
