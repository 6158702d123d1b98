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
 * @param device where the session runs: {@code cpu}, {@code gpu:N}, or the CPU with a GPU's batches
 * @param threads callers of the session
 * @param intraOp threads inside one run
 * @param batch texts of one run at most
 * @param tokens of one run at most, padding included; always one text
 */
record PlainLoop(String device, int threads, int intraOp, int batch, int tokens) {
  /** The stage's batch size where batches are padded, as conf/gpu.conf has it. */
  static final int GPU_BATCH = 64;

  private static final int CORES = 2;
  private static final int UNBOUNDED = Integer.MAX_VALUE;

  /** What a batch has of tokens for each of the batch size where batches are padded. */
  private static final int TOKENS_PER_TEXT = 128;

  /** The loops of which the fastest on {@code device} is the opponent. */
  static List<PlainLoop> candidates(String device) {
    if (device.equals("cpu")) {
      return List.of(
          new PlainLoop(device, CORES, 1, 8, UNBOUNDED),
          new PlainLoop(device, CORES, 1, 16, UNBOUNDED),
          new PlainLoop(device, 1, CORES, 16, UNBOUNDED));
    }
    int tokens = GPU_BATCH * TOKENS_PER_TEXT;
    return List.of(
        new PlainLoop(device, 1, 1, UNBOUNDED, tokens),
        new PlainLoop(device, CORES, 1, UNBOUNDED, tokens),
        new PlainLoop(device, CORES, 1, UNBOUNDED, 4 * tokens));
  }

  /** Texts by which these are compared: some batches of each. */
  static int pilot(String device) {
    return device.startsWith("gpu") ? 10_000 : 600;
  }

  /** Texts per second. */
  double rate(List<String> texts, ModelFiles files) throws Exception {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(intraOp);
      if (device.startsWith("gpu:")) {
        options.addCUDA(Integer.parseInt(device.substring("gpu:".length())));
      }
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
        CORES,
        () -> {
          for (String text = waiting.poll(); text != null; text = waiting.poll()) {
            tokenized.add(tokenizer.encode(text).getIds());
          }
        });
    List<long[]> sorted = new ArrayList<>(tokenized);
    sorted.sort(Comparator.comparingInt(ids -> ids.length));
    Queue<List<long[]>> batches = new ConcurrentLinkedQueue<>();
    for (int from = 0; from < sorted.size(); ) {
      int to = from + 1;
      while (to < sorted.size()
          && to - from < batch
          && (to - from + 1L) * sorted.get(to).length <= tokens) {
        to++;
      }
      batches.add(sorted.subList(from, to));
      from = to;
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
