/** Messages in protocol buffers' wire format, as ONNX networks are stored. */
package dev.assay.model.onnx.protobuf;
