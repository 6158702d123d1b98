package dev.assay.jobs.training;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TrainConfig;
import dev.assay.core.Models;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.StageException;
import dev.assay.model.TrainedWeights;
import dev.assay.summac.SentencePairs;
import dev.assay.summac.SummacLayer;
import dev.assay.training.SummacTraining;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Fits SummaC-Conv's layer, and measures it on what it did not see. */
public final class TrainSummac implements TrainingStage {

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
  public List<String> keys() {
    return List.of("models.train-summac", "models.entailment", "run.seed");
  }

  @Override
  public TrainConfig block(ModelsConfig models) {
    return models.trainSummac();
  }

  @Override
  public String weights() {
    return SummacLayer.NAME;
  }

  @Override
  public TrainedWeights train(AssayConfig config) {
    Models models = ModelSettings.source(config.models()).models();
    Optional<String> unfit = SentencePairs.unjudged(models);
    if (unfit.isPresent()) {
      throw new StageException(
          "train-summac needs an NLI model, models.entailment.kind = nli (conf/models has entries): "
              + unfit.get());
    }
    return new SummacTraining(
            Path.of(block(config.models()).data()), models.entailment(), config.run().seed())
        .run();
  }
}
