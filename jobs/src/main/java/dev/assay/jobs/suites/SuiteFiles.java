package dev.assay.jobs.suites;

import dev.assay.base.Hashes;
import dev.assay.config.cases.TestSource;
import dev.assay.config.cases.TestsConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What is known of suites' files before they are read as cases, without Spark. */
final class SuiteFiles {
  private SuiteFiles() {}

  /** A hash of the content of all files on this machine; others stand for themselves. */
  static String identity(TestsConfig tests) {
    List<String> parts = new ArrayList<>();
    for (TestSource source : tests.sources()) {
      parts.add(source.path());
      for (Path file : files(source.path())) {
        parts.add(hash(file));
      }
      source.qrels().ifPresent(qrels -> files(qrels).forEach(file -> parts.add(hash(file))));
    }
    return Hashes.sha256(parts.toArray(String[]::new));
  }

  /** Records of a suite at most, where its file is on this machine and its lines tell. */
  static OptionalLong cases(TestSource source) {
    return records(source.path());
  }

  /** Records of a text file at most, where the file is on this machine and its lines tell. */
  static OptionalLong records(String path) {
    String name = path.toLowerCase(java.util.Locale.ROOT);
    boolean delimited = name.endsWith(".csv") || name.endsWith(".tsv");
    List<Path> files = files(path);
    if (files.size() != 1 || !delimited && !name.endsWith(".jsonl") && !name.endsWith(".ndjson")) {
      return OptionalLong.empty();
    }
    try (BufferedReader lines =
        Files.newBufferedReader(files.get(0), StandardCharsets.ISO_8859_1)) {
      long count = lines.lines().filter(line -> !line.isBlank()).count();
      return OptionalLong.of(delimited ? Math.max(0, count - 1) : count);
    } catch (IOException e) {
      return OptionalLong.empty(); // The stage says what is wrong with it.
    }
  }

  private static List<Path> files(String path) {
    try {
      Path place = Path.of(path.replaceFirst("^file:(//)?(?=/)", ""));
      if (!Files.exists(place)) {
        return List.of();
      }
      try (Stream<Path> all = Files.walk(place)) {
        return all.filter(Files::isRegularFile).sorted().toList();
      }
    } catch (IOException | RuntimeException e) {
      return List.of(); // Not on this machine, or not readable, which the stage says.
    }
  }

  private static String hash(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      return file.toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java has no SHA-256", e);
    }
  }
}
