package dev.assay.jobs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;

/** Spark's standalone cluster on this machine: a master and workers of one core, each a process. */
final class Standalone implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final String master;
  private final ChildRun scheduler;
  private final List<ChildRun> workers = new ArrayList<>();

  private Standalone(String master, ChildRun scheduler) {
    this.master = master;
    this.scheduler = scheduler;
  }

  /** Starts so many workers, each with the memory of one executor of {@link ChildRun#executors}. */
  static Standalone start(Path directory, int workers) throws IOException, InterruptedException {
    int port = freePort();
    String master = "spark://" + HOST + ":" + port;
    ChildRun scheduler =
        daemon(
            directory.resolve("master"),
            Master.class,
            List.of("--host", HOST, "--port", Integer.toString(port), "--webui-port", "0"));
    Standalone cluster = new Standalone(master, scheduler);
    try {
      cluster.await(port);
      for (int i = 0; i < workers; i++) {
        Path home = directory.resolve("worker-" + i);
        List<String> words =
            List.of("--host", HOST, "--webui-port", "0", "--cores", "1", "--memory", "1g");
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--work-dir", home.resolve("work").toString(), master));
        cluster.workers.add(daemon(home, Worker.class, all));
      }
      return cluster;
    } catch (InterruptedException | IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** One that nobody has at the moment. */
  static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return free.getLocalPort();
    }
  }

  private static ChildRun daemon(Path home, Class<?> program, List<String> words)
      throws IOException {
    return ChildRun.start(Files.createDirectories(home), "none", 1, List.of(), program, words);
  }

  private void await(int port) throws IOException, InterruptedException {
    for (int i = 0; i < 600 && scheduler.isAlive(); i++) {
      try (Socket open = new Socket(HOST, port)) {
        return;
      } catch (IOException notYet) {
        Thread.sleep(100);
      }
    }
    throw new IOException("The master did not come up:\n" + scheduler.output());
  }

  /** The URL by which commands find it. */
  String master() {
    return master;
  }

  /** SIGKILL of a worker's executor, in the place of which the worker starts another one. */
  boolean killExecutor(int number) {
    return workers.get(number).killExecutor();
  }

  /** SIGKILL of a worker and of its executor, as when a machine is gone. */
  boolean killWorker(int number) throws InterruptedException {
    boolean had = killExecutor(number);
    workers.get(number).kill();
    return had;
  }

  @Override
  public void close() {
    for (ChildRun process : workers) {
      end(process);
    }
    end(scheduler);
  }

  private static void end(ChildRun process) {
    try {
      process.kill(); // Its executors end with it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
