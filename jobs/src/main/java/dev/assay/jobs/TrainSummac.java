package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.TrainSummacConfig;
import dev.assay.core.Models;
import dev.assay.model.ModelException;
import dev.assay.summac.SentencePairs;
import dev.assay.summac.SummacLayer;
import dev.assay.summac.SummacTraining;
import dev.assay.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Fits SummaC-Conv's layer, and measures it on what it did not see. */
final class TrainSummac implements Stage {

  @Override
  public String name() {
    return "train-summac";
  }

  @Override
  public String meaning() {
    return "Fits the layer of summarization.summac_conv to labelled claims (models.train-summac.data)"
        + " as the NLI model in models.entailment judges them, on the driver, and writes its"
        + " weights and a report: AUROC with intervals on claims that it did not see, beside"
        + " summac_zs. The same claims, model and run.seed give the same weights. Touches no table.";
  }

  @Override
  public List<Table> reads() {
    return List.of();
  }

  @Override
  public List<Table> writes() {
    return List.of();
  }

  /** The data and the files may have changed. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public List<String> keys() {
    return List.of("models.train-summac", "models.entailment", "run.seed");
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.UNKNOWN_INPUT;
  }

  @Override
  public Counts run(Run run) {
    TrainSummacConfig config = run.config().models().trainSummac();
    SummacTraining.Result result = train(run.config());
    try {
      Path folder = Files.createDirectories(Path.of(config.path()));
      Files.writeString(folder.resolve(SummacLayer.NAME), result.weights());
      Files.writeString(folder.resolve("summac-conv-report.json"), result.report());
    } catch (IOException e) {
      throw new StageException(
          "Cannot write to models.train-summac.path = '" + config.path() + "': " + e);
    }
    return Counts.of("claims", result.claims());
  }

  private static SummacTraining.Result train(AssayConfig config) {
    try {
      Models models = ModelSettings.source(config.models()).models();
      Optional<String> unfit = SentencePairs.unjudged(models);
      if (unfit.isPresent()) {
        throw new StageException(
            "train-summac needs an NLI model, models.entailment.kind = nli (conf/models has entries): "
                + unfit.get());
      }
      Path data = Path.of(config.models().trainSummac().data());
      return new SummacTraining(data, models.entailment(), config.run().seed()).run();
    } catch (ModelException e) {
      throw new StageException(e.getMessage(), e);
    }
  }
}
