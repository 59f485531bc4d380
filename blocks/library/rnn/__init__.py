"""Category rnn_ops: recurrent cells, and whole sequences of their steps."""
