package dev.assay.jobs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** All that our own loggers say while this is open, at every level. */
public final class Logs extends AbstractAppender implements AutoCloseable {
  private static final String OURS = "dev.assay";

  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final List<String> lines = new CopyOnWriteArrayList<>();

  public Logs() {
    super("collected", null, null, true, Property.EMPTY_ARRAY);
    start();
    LoggerConfig ours = new LoggerConfig(OURS, Level.ALL, true);
    ours.addAppender(this, Level.ALL, null);
    context.getConfiguration().addLogger(OURS, ours);
    context.updateLoggers();
  }

  /** The lines so far, with their exceptions. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void append(LogEvent event) {
    String thrown = event.getThrown() == null ? "" : " " + event.getThrown();
    lines.add(event.getMessage().getFormattedMessage() + thrown);
  }

  @Override
  public void close() {
    context.getConfiguration().removeLogger(OURS);
    context.updateLoggers();
    stop();
  }
}
