package dev.assay.grammar.world;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * The world as files of a directory: {@code bank.sqlite}, {@code bank.sql}, {@code documents/} and
 * {@code gaps.jsonl}. What else stands in the directory stays; a document of an earlier world does
 * not, so that it tells no planted gap.
 */
public final class WorldFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private WorldFiles() {}

  /** Writes all of them, the database last and at once. */
  public static void write(World world, Path directory) {
    try {
      Path documents = directory.resolve("documents");
      clear(documents);
      for (Map.Entry<String, String> document : world.documents().entrySet()) {
        Path file = documents.resolve(document.getKey());
        Files.createDirectories(file.getParent());
        Files.writeString(file, document.getValue());
      }
      StringBuilder gaps = new StringBuilder();
      for (Gap gap : world.gaps()) {
        gaps.append(JSON.writeValueAsString(gap)).append('\n');
      }
      Files.writeString(directory.resolve("gaps.jsonl"), gaps, StandardCharsets.UTF_8);
      Files.writeString(directory.resolve("bank.sql"), WorldSql.of(world));
      Path fresh = directory.resolve("bank.sqlite.new");
      Files.deleteIfExists(fresh);
      database(world, fresh);
      Files.move(fresh, directory.resolve("bank.sqlite"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("The world cannot be written to " + directory, e);
    }
  }

  /** Markdown files of the folders that a world has; nothing else is touched. */
  private static void clear(Path documents) throws IOException {
    for (String table : World.TABLES) {
      Path folder = documents.resolve(table);
      if (Files.isDirectory(folder)) {
        try (var files = Files.newDirectoryStream(folder, "*.md")) {
          for (Path file : files) {
            Files.delete(file);
          }
        }
      }
    }
  }

  private static void database(World world, Path file) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql : WorldSql.statements(world)) {
        statement.execute(sql);
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be written to " + file, e);
    }
  }
}
