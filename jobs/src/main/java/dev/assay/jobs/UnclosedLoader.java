package dev.assay.jobs;

import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;

/**
 * The classes and resources of another loader, which Hive cannot close: when a client of the SQL
 * server goes, its session closes the loader that it was given and all parents of that down to
 * Hive's own, and so the one by which spark-submit found this program. This one has no parent.
 */
final class UnclosedLoader extends ClassLoader {
  private final ClassLoader classes;

  private UnclosedLoader(ClassLoader classes) {
    super(null);
    this.classes = classes;
  }

  /** What this thread makes from now on is given such a loader, and so are its threads. */
  static void install() {
    Thread thread = Thread.currentThread();
    thread.setContextClassLoader(new UnclosedLoader(thread.getContextClassLoader()));
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    return classes.loadClass(name);
  }

  @Override
  protected URL findResource(String name) {
    return classes.getResource(name);
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return classes.getResources(name);
  }
}
