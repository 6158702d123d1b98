package dev.assay.jobs;

import dev.assay.base.Nearest;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.analysis.Analyze;
import dev.assay.jobs.answers.Answer;
import dev.assay.jobs.calibrating.Apply;
import dev.assay.jobs.calibrating.Calibrate;
import dev.assay.jobs.calibrating.CalibrateCommand;
import dev.assay.jobs.corpus.Embed;
import dev.assay.jobs.corpus.Ingest;
import dev.assay.jobs.doctor.Doctor;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Exclusive;
import dev.assay.jobs.engine.LocalAction;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.forget.ForgetAction;
import dev.assay.jobs.gate.ChangesAction;
import dev.assay.jobs.gate.Gate;
import dev.assay.jobs.gate.GateCommand;
import dev.assay.jobs.grammar.CheckCommand;
import dev.assay.jobs.grammar.Grammar;
import dev.assay.jobs.grammar.SchemaCommand;
import dev.assay.jobs.grammar.TemplatesCommand;
import dev.assay.jobs.labels.Label;
import dev.assay.jobs.labels.LabelExport;
import dev.assay.jobs.perturb.Perturb;
import dev.assay.jobs.questions.Generate;
import dev.assay.jobs.sampling.Sample;
import dev.assay.jobs.scores.Evaluate;
import dev.assay.jobs.shrink.Shrink;
import dev.assay.jobs.stores.MaintainAction;
import dev.assay.jobs.stores.MigrateAction;
import dev.assay.jobs.stores.TablesAction;
import dev.assay.jobs.strata.Place;
import dev.assay.jobs.strata.Stratify;
import dev.assay.jobs.suites.Tests;
import dev.assay.jobs.training.TrainSummac;
import dev.assay.jobs.training.TrainSupport;
import dev.assay.jobs.training.TrainToxicity;
import dev.assay.jobs.world.WorldAction;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The one place that lists what the command runs. */
public final class Stages {

  /** The stages, in the order of the flow. */
  static final List<Stage> ALL =
      List.of(
          new Ingest(),
          new Embed(),
          new Stratify(),
          new Sample(),
          new Generate(),
          new Grammar(),
          new Tests(),
          new Perturb(),
          new Answer(),
          new Place(),
          new Evaluate(),
          new Shrink(),
          new Label(),
          new Calibrate(),
          new Apply(),
          new Analyze(),
          new Report(),
          new SqlServer(),
          new Gate());

  /** Commands that are not one stage. */
  static final List<Action> ACTIONS =
      List.of(
          Pipeline.RUN,
          Pipeline.DEMO,
          new Init(),
          new Doctor(),
          new WorldAction(),
          new OneStage(new LabelExport()),
          new OneStage(new TrainSupport()),
          new OneStage(new TrainToxicity()),
          new OneStage(new TrainSummac()),
          new ChangesAction(),
          new SchemaCommand(),
          new TemplatesCommand(),
          new CheckCommand(),
          new TablesAction(),
          new MigrateAction(),
          new MaintainAction(),
          new ForgetAction());

  private Stages() {}

  /** Ids of the evaluators that {@code evaluate.evaluators} may name. */
  static Set<String> evaluators() {
    Set<String> ids = new TreeSet<>();
    Evaluators.all().forEach(evaluator -> ids.add(evaluator.spec().id()));
    return ids;
  }

  /** Names of the stages that {@code pipeline.stages} may name. */
  static Set<String> names() {
    Set<String> names = new TreeSet<>();
    ALL.forEach(stage -> names.add(stage.name()));
    return names;
  }

  /** The stage of this name. */
  public static Stage of(String name) {
    return ALL.stream()
        .filter(stage -> stage.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException("Unknown stage '" + name + "'." + Nearest.hint(name, names())));
  }

  /** Every command, the stages first. */
  static List<Action> actions() {
    return Stream.concat(ALL.stream().map(Stages::command), ACTIONS.stream())
        .map(Stages::exclusive)
        .toList();
  }

  private static Action exclusive(Action action) {
    return action instanceof LocalAction ? action : new Exclusive(action);
  }

  private static Action command(Stage stage) {
    OneStage command = new OneStage(stage);
    if (stage instanceof Gate) {
      return new GateCommand();
    }
    if (stage instanceof Report) {
      return new ReportCommand(command);
    }
    return stage instanceof Calibrate ? new CalibrateCommand(command) : command;
  }
}
