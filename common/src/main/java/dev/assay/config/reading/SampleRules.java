package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.SampleConfig;
import dev.assay.config.SampleConfig.PairsConfig;
import java.util.List;

/** What the block {@code sample} allows. */
record SampleRules(Checks checks) {

  private static final List<String> DESIGNS =
      List.of("proportional", "equal", "square-root", "neyman", "weighted");

  void check(AssayConfig config) {
    SampleConfig sample = config.sample();
    Key design = Key.of("sample.design");
    checks.oneOf(DESIGNS, sample.design(), design, "design");
    checks.atLeast(1, sample.size(), "sample.size");
    checks.atLeast(0, sample.minPerStratum(), "sample.min-per-stratum");
    checks.require(
        sample.maxPerStratum().stream().allMatch(max -> max >= Math.max(1, sample.minPerStratum())),
        Key.of("sample.max-per-stratum"),
        "1 or more, and no less than sample.min-per-stratum (" + sample.minPerStratum() + ")",
        Key.of("sample.min-per-stratum"));
    checks.require(
        !sample.design().equals("weighted") || !sample.importance().isBlank(),
        Key.of("sample.importance"),
        "the name of a metadata column with design = weighted",
        design);
    if (sample.design().equals("neyman")) {
      pilot(config, design);
    }
    pairs(sample.pairs());
  }

  private void pilot(AssayConfig config, Key design) {
    Key run = Key.of("sample.pilot.run");
    String pilot = config.sample().pilot().run();
    if (pilot.isBlank()) {
      checks.require(false, run, "the run.name of an earlier run with design = neyman", design);
    } else {
      checks.require(
          !pilot.equals(config.run().name()),
          run,
          "another name than run.name, or each run's scores would change its own sample",
          Key.of("run.name"));
    }
    checks.metric(config.sample().pilot().metric(), Key.of("sample.pilot.metric"));
  }

  private void pairs(PairsConfig pairs) {
    checks.atLeast(1, pairs.neighbours(), "sample.pairs.neighbours");
    checks.range(0, Math.max(1, pairs.neighbours()), pairs.inside(), "sample.pairs.inside");
    checks.range(0, Math.max(1, pairs.neighbours()), pairs.across(), "sample.pairs.across");
    checks.atLeast(1, pairs.chunks(), "sample.pairs.chunks");
  }
}
