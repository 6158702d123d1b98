package dev.assay.jobs;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The command as spark-submit starts it: Assay's classes come of a loader of their own, above that
 * of Spark and Hive, and who closes it takes what was not loaded yet.
 */
final class Submitted {
  private Submitted() {}

  public static void main(String[] words) throws Exception {
    ClassLoader loader = new AssayLoader();
    Thread.currentThread().setContextClassLoader(loader);
    loader
        .loadClass(Main.class.getName())
        .getMethod("main", String[].class)
        .invoke(null, (Object) words);
  }

  private static final class AssayLoader extends URLClassLoader {
    AssayLoader() {
      super(
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
              .map(entry -> url(Path.of(entry)))
              .toArray(URL[]::new),
          Submitted.class.getClassLoader());
    }

    private static URL url(Path entry) {
      try {
        return entry.toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.assay.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
