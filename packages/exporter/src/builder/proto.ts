import onnxProto from "onnx-proto";

/** The generated protobuf classes of ONNX 1.10.2 (IR version 8). Only the builder and the checker touch them. */
export import onnx = onnxProto.onnx;
