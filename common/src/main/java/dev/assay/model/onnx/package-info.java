/** Models that are ONNX networks: their files, tokenizers, sessions and batches. */
package dev.assay.model.onnx;
