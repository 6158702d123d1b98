package dev.assay.model.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.List;
import java.util.stream.LongStream;

/** A batch of texts as the numbers that a text network takes. */
final class NetworkInputs {
  /** The input that says where a text has tokens. */
  static final String MASK = "attention_mask";

  private NetworkInputs() {}

  /** Tokens of the longest text. */
  static int longest(List<Tokens> batch) {
    return batch.stream().mapToInt(text -> text.ids().length).max().orElseThrow();
  }

  /** Behind a shorter text all inputs are 0: the attention mask has no token there. */
  static LongBuffer values(String input, List<Tokens> batch, int tokens) {
    LongBuffer buffer =
        ByteBuffer.allocateDirect(batch.size() * tokens * Long.BYTES)
            .order(ByteOrder.nativeOrder())
            .asLongBuffer();
    for (int row = 0; row < batch.size(); row++) {
      buffer.position(row * tokens);
      buffer.put(values(input, batch.get(row)));
    }
    return buffer.rewind();
  }

  private static long[] values(String input, Tokens text) {
    int length = text.ids().length;
    return switch (input) {
      case "input_ids" -> text.ids();
      case MASK -> LongStream.generate(() -> 1).limit(length).toArray();
      case "position_ids" -> LongStream.range(0, length).toArray();
      default -> text.types().length > 0 ? text.types() : new long[length];
    };
  }
}
