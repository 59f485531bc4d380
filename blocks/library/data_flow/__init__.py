"""Page data_flow_ops: queues, stages, maps, barriers, accumulators, tensor arrays, handles, partition and stitch."""
