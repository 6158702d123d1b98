package dev.assay.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.text.Sentences;
import dev.assay.training.LabelledText;
import dev.assay.training.TrainingData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The shipped weights are those of docs/support-v1-report.json: what they say of BEGIN's wow. */
class BeginTest {

  @Test
  @Tag("slow")
  void ranksAsTheReportSays() {
    Path data = Path.of(System.getProperty("assay.root", "."), "../shared/data");
    Assumptions.assumeTrue(Files.isDirectory(data.resolve("begin")), "no BEGIN data at " + data);
    List<LabelledText> texts = TrainingData.begin(data, "wow");
    try (OnnxEmbedder tokens = new OnnxEmbedder(ModelSpec.bgeSmall())) {
      SupportModel model = new SupportModel(SupportFile.of("bundled:support-v1"), tokens, 100_000);
      double[] scores = new double[texts.size()];
      for (int i = 0; i < scores.length; i++) {
        List<Claim> claims = new ArrayList<>();
        LabelledText text = texts.get(i);
        Sentences.scored(text.text()).forEach(s -> claims.add(new Claim(text.passages(), s)));
        scores[i] =
            model.judge(claims).stream().mapToDouble(Support::probability).average().orElse(0);
      }
      Cohort cohort =
          Cohort.of(texts.stream().mapToInt(text -> text.supported() ? 1 : 0).toArray());
      // "seen" / "begin-wow" / "auroc" of the report
      assertThat(Auroc.of(scores, cohort).orElseThrow()).isCloseTo(0.9394, within(5e-4));
    }
  }
}
