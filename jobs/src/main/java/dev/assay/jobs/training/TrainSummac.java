package dev.assay.jobs.training;

import dev.assay.config.AssayConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.models.TrainConfig;
import dev.assay.core.Models;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.model.TrainedWeights;
import dev.assay.summac.SentencePairs;
import dev.assay.summac.SummacLayer;
import dev.assay.training.SummacTraining;
import java.nio.file.Path;
import java.util.Optional;

/** Fits SummaC-Conv's layer, and measures it on what it did not see. */
public final class TrainSummac implements TrainingStage {
  private static final StageSpec SPEC =
      StageSpec.of("train-summac").keys("models.train-summac", "models.entailment", "run.seed");

  @Override
  public StageSpec spec() {
    return SPEC;
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
          "train-summac needs an NLI model, models.entailment.kind = nli (conf/models has entries):"
              + " "
              + unfit.get());
    }
    return new SummacTraining(
            Path.of(block(config.models()).data()), models.entailment(), config.run().seed())
        .run();
  }
}
