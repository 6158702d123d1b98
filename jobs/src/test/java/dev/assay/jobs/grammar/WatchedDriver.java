package dev.assay.jobs.grammar;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/** SQLite behind a driver that notes every statement, and whose connections break when told to. */
final class WatchedDriver implements Driver {
  private static final String PREFIX = "jdbc:watched:";
  private static final Queue<String> STATEMENTS = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger EXECUTED = new AtomicInteger();
  private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);

  static {
    try {
      DriverManager.registerDriver(new WatchedDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Nothing is noted yet, and nothing breaks. */
  static void reset() {
    STATEMENTS.clear();
    EXECUTED.set(0);
    LEFT.set(Integer.MAX_VALUE);
  }

  /** How often statements were put to the database since. */
  static int executed() {
    return EXECUTED.get();
  }

  /** The settings for a database. */
  static String[] settings(Path file) {
    return new String[] {
      "grammar.database.url=\"" + PREFIX + file + "\"", "grammar.database.read-only-user=true"
    };
  }

  /** After so many statements every session is lost. */
  static void breakAfter(int statements) {
    LEFT.set(statements);
  }

  /** Statements as they were put to the database. */
  static List<String> statements() {
    return List.copyOf(STATEMENTS);
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    if (LEFT.get() <= 0) {
      throw lost();
    }
    return watched(
        Connection.class,
        DriverManager.getConnection("jdbc:sqlite:" + url.substring(PREFIX.length())));
  }

  private static SQLException lost() {
    return new SQLException("the server closed the connection", "08006");
  }

  private static <T> T watched(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            WatchedDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("setReadOnly")) {
                return null;
              }
              if (arguments != null && arguments.length > 0 && arguments[0] instanceof String sql) {
                if (method.getName().startsWith("prepare")
                    || method.getName().startsWith("execute")) {
                  STATEMENTS.add(sql);
                }
              }
              if (method.getName().startsWith("execute")) {
                EXECUTED.incrementAndGet();
                if (LEFT.getAndDecrement() <= 0) {
                  throw lost();
                }
              }
              try {
                Object result = method.invoke(real, arguments);
                return result instanceof PreparedStatement prepared
                    ? watched(PreparedStatement.class, prepared)
                    : result instanceof Statement statement
                        ? watched(Statement.class, statement)
                        : result;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
