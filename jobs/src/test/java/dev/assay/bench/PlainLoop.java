package dev.assay.bench;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.assay.model.onnx.ModelFiles;
import java.io.IOException;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The opponent: tokenize all texts, sort all by length, run padded batches in a loop over one plain
 * ONNX Runtime session. Its model is loaded before the clock starts.
 *
 * @param threads callers of the session
 * @param intraOp threads inside one run
 * @param batch texts of one run
 */
record PlainLoop(int threads, int intraOp, int batch) {

  /** Texts per second. */
  double rate(List<String> texts, ModelFiles files) throws Exception {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(intraOp);
      try (OrtSession session = environment.createSession(files.model().toString(), options);
          HuggingFaceTokenizer tokenizer =
              HuggingFaceTokenizer.newInstance(
                  files.tokenizer(),
                  Map.of("truncation", "true", "maxLength", "512", "padding", "false"))) {
        long start = System.nanoTime();
        run(texts, environment, session, tokenizer);
        return texts.size() / ((System.nanoTime() - start) / 1e9);
      }
    }
  }

  private void run(
      List<String> texts,
      OrtEnvironment environment,
      OrtSession session,
      HuggingFaceTokenizer tokenizer)
      throws InterruptedException, ExecutionException {
    Queue<long[]> tokenized = new ConcurrentLinkedQueue<>();
    Queue<String> waiting = new ConcurrentLinkedQueue<>(texts);
    onAll(
        Math.max(threads, intraOp),
        () -> {
          for (String text = waiting.poll(); text != null; text = waiting.poll()) {
            tokenized.add(tokenizer.encode(text).getIds());
          }
        });
    List<long[]> sorted = new ArrayList<>(tokenized);
    sorted.sort(Comparator.comparingInt(ids -> ids.length));
    Queue<List<long[]>> batches = new ConcurrentLinkedQueue<>();
    for (int from = 0; from < sorted.size(); from += batch) {
      batches.add(sorted.subList(from, Math.min(from + batch, sorted.size())));
    }
    onAll(
        threads,
        () -> {
          for (List<long[]> next = batches.poll(); next != null; next = batches.poll()) {
            embed(next, environment, session);
          }
        });
  }

  private static void embed(List<long[]> rows, OrtEnvironment environment, OrtSession session)
      throws OrtException {
    int length = rows.get(rows.size() - 1).length;
    LongBuffer ids = LongBuffer.allocate(rows.size() * length);
    LongBuffer mask = LongBuffer.allocate(rows.size() * length);
    for (long[] row : rows) {
      for (int i = 0; i < length; i++) {
        ids.put(i < row.length ? row[i] : 0);
        mask.put(i < row.length ? 1 : 0);
      }
    }
    long[] shape = {rows.size(), length};
    try (OnnxTensor idsTensor = OnnxTensor.createTensor(environment, ids.rewind(), shape);
        OnnxTensor maskTensor = OnnxTensor.createTensor(environment, mask.rewind(), shape);
        OnnxTensor typeTensor =
            OnnxTensor.createTensor(environment, LongBuffer.allocate(rows.size() * length), shape);
        OrtSession.Result result =
            session.run(
                Map.of(
                    "input_ids", idsTensor,
                    "attention_mask", maskTensor,
                    "token_type_ids", typeTensor))) {
      float[] states = ((OnnxTensor) result.get(0)).getFloatBuffer().array();
      for (int row = 0; row < rows.size(); row++) {
        double squares = 0;
        for (int d = row * length * 384; d < row * length * 384 + 384; d++) {
          squares += (double) states[d] * states[d];
        }
        if (!(squares > 0)) {
          throw new IllegalStateException("The plain loop computed nothing");
        }
      }
    }
  }

  private interface Work {
    void run() throws OrtException, IOException;
  }

  private static void onAll(int threads, Work work)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(
            pool.submit(
                () -> {
                  work.run();
                  return null;
                }));
      }
      for (Future<?> future : running) {
        future.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
