package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hive.common.JavaUtils;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.junit.jupiter.api.Test;

/** What a session of Hive closes when its client goes, with the loaders that spark-submit makes. */
class UnclosedLoaderTest {
  private final AtomicBoolean closed = new AtomicBoolean();
  private final ClassLoader submitted =
      new URLClassLoader(new URL[0], getClass().getClassLoader()) {
        @Override
        public void close() throws IOException {
          closed.set(true);
          super.close();
        }
      };

  @Test
  void hiveClosesWhatItWasGivenAndItsParents() {
    JavaUtils.closeClassLoadersTo(
        new URLClassLoader(new URL[0], submitted), SessionState.class.getClassLoader());
    assertThat(closed).as("why there is this loader").isTrue();
  }

  @Test
  void butNotWhatIsBehindOneWithoutAParent() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(submitted);
    try {
      UnclosedLoader.install();
      ClassLoader given = thread.getContextClassLoader();
      JavaUtils.closeClassLoadersTo(
          new URLClassLoader(new URL[0], given), SessionState.class.getClassLoader());
      assertThat(closed).isFalse();
      assertThat(given.loadClass(Main.class.getName())).isSameAs(Main.class);
      String resource = Main.class.getName().replace('.', '/') + ".class";
      assertThat(given.getResource(resource)).isEqualTo(submitted.getResource(resource));
      assertThat(given.getResources(resource).hasMoreElements()).isTrue();
    } finally {
      thread.setContextClassLoader(own);
    }
  }
}
