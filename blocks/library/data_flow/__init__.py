"""Category data_flow_ops: queues, stages, maps, barriers, accumulators, tensor arrays, handles, partitioning."""
