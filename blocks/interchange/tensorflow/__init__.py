"""Import and export of TensorFlow models: GraphDefs and SavedModels."""
