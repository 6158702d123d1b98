package dev.assay.bench;

import dev.assay.bench.kills.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.commons.io.FileUtils;

/**
 * Kills every stage of a small pipeline at random moments, goes on by the same command, and
 * compares what it leaves with what the stage leaves when nobody kills it.
 */
public final class KillsBench {
  private KillsBench() {}

  /**
   * Arguments: number of kills (100); the first trial (0): another draws other moments; stages, by
   * commas (all).
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int kills = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    int first = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
    Set<String> only = arguments.length > 2 ? Set.of(arguments[2].split(",")) : Set.of();
    Path directory = Files.createTempDirectory("assay-kills-");
    boolean whole;
    try (Trials trials = new Trials(directory)) {
      whole = trials.kill(kills, first, only);
    }
    if (whole) {
      FileUtils.deleteQuietly(directory.toFile());
    } else {
      System.out.println("What differs stands in " + directory);
    }
    System.exit(whole ? 0 : 1);
  }
}
