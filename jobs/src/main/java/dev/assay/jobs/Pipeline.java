package dev.assay.jobs;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.analysis.Leaderboard;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.gate.Gate;
import dev.assay.jobs.gate.GateBreach;
import dev.assay.jobs.gate.GateCommand;
import dev.assay.tables.StoreException;
import dev.assay.tables.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several stages in a row: those that {@code pipeline.stages} names.
 *
 * @param name the command
 * @param resource a bundled file under the user's configuration
 */
record Pipeline(String name, Optional<String> resource) implements Action {

  static final Pipeline RUN = new Pipeline("run", Optional.empty());

  static final Pipeline DEMO = new Pipeline("demo", Optional.of("/demo.conf"));

  @Override
  public ConfigLoader base() {
    ConfigLoader defaults = ConfigLoader.defaults();
    return resource.map(file -> defaults.resource(Pipeline.class, file)).orElse(defaults);
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    // Without suites, perturbations, a search or a database there is nothing to do: one list of
    // stages serves all.
    return config.pipeline().stages().stream()
        .filter(stage -> !stage.equals("tests") || !config.tests().sources().isEmpty())
        .filter(stage -> !stage.equals("perturb") || !config.perturb().entries().isEmpty())
        .filter(stage -> !stage.equals("shrink") || config.shrink().maxCases() > 0)
        .filter(stage -> !stage.equals("grammar") || config.grammar().database().isPresent())
        .map(Stages::of)
        .toList();
  }

  @Override
  public void run(Session session) {
    List<String> done = new ArrayList<>();
    List<Stage> stages = stages(session.loaded().config());
    boolean ended = false;
    try {
      for (Stage stage : stages) {
        session.runner().run(stage instanceof Gate ? GateCommand.printing(session) : stage);
        done.add(stage.name());
      }
      ended = true;
    } catch (GateBreach breach) { // What was found is shown all the same.
      ended = true;
      try {
        end(session, done);
      } catch (RuntimeException e) {
        breach.addSuppressed(e);
      }
      throw breach;
    } finally {
      if (!ended) {
        System.err.println(rest(name, done, stages.get(done.size()).name()));
      }
    }
    end(session, done);
  }

  /** What the same command will do after it ended early. */
  static String rest(String command, List<String> done, String at) {
    return "%s: ended early, at '%s'. %sThe same command goes on there."
        .formatted(
            command,
            at,
            done.isEmpty() ? "" : "Done, and not done again: " + String.join(", ", done) + ". ");
  }

  private static void end(Session session, List<String> done) {
    views(session);
    show(session, done);
  }

  /**
   * The views, where they last longer than the session: beside tables that have names, and of
   * path-based ones where the session's catalog is a metastore's. One that holds another store's
   * tables under these names costs the views, not the run.
   */
  private static void views(Session session) {
    boolean managed = session.runner().store().managed();
    if (!managed && !Views.outlast(session.spark())) {
      return;
    }
    Views views =
        new Views(session.spark(), session.runner().store(), session.loaded().config().store());
    try {
      views.refresh();
    } catch (StoreException e) {
      if (managed) {
        throw e;
      }
      System.err.println("The views for dashboards are not made: " + OneLine.of(e.getMessage()));
    }
  }

  /** The headline, the leaderboard and where the page is, of what the pipeline has made. */
  private static void show(Session session, List<String> done) {
    AssayConfig config = session.loaded().config();
    if (done.contains("analyze")) {
      session.out().println();
      Report.page(session.runner().store(), config)
          .headline()
          .forEach(line -> session.out().println(OneLine.of(line)));
      session.out().print(Leaderboard.of(session));
    }
    if (done.contains("report")) {
      session.out().println("Report: " + config.report().path());
    }
  }
}
