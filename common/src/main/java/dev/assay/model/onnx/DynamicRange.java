package dev.assay.model.onnx;

import dev.assay.model.ModelException;
import dev.assay.model.onnx.protobuf.Protobuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Whether a network rounds what flows through it to eight bits by the range that it finds at run
 * time (dynamic quantisation, operator DynamicQuantizeLinear). That range is of the whole batch, so
 * a text's numbers depend on its neighbours unless it runs alone.
 */
final class DynamicRange {
  private static final int GRAPH = 7;
  private static final int NODE = 1;
  private static final int OPERATOR = 4;
  private static final String DYNAMIC = "DynamicQuantize";

  private DynamicRange() {}

  static boolean in(Path network) {
    try (FileChannel file = FileChannel.open(network, StandardOpenOption.READ)) {
      return file.size() <= Integer.MAX_VALUE
          && in(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()));
    } catch (IOException e) {
      throw new ModelException("Cannot read the network '" + network + "': " + e, e);
    }
  }

  private static boolean in(ByteBuffer network) {
    try {
      return Protobuf.fields(network).stream()
          .filter(field -> field.number() == GRAPH)
          .flatMap(graph -> Protobuf.fields(graph.bytes()).stream())
          .filter(field -> field.number() == NODE)
          .flatMap(node -> Protobuf.fields(node.bytes()).stream())
          .anyMatch(field -> field.number() == OPERATOR && field.text().startsWith(DYNAMIC));
    } catch (IllegalArgumentException | IndexOutOfBoundsException notAGraph) {
      return false;
    }
  }
}
