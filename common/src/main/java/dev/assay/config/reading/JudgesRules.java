package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.ByopConfig;
import dev.assay.config.JudgesConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.prompts.OwnPrompt;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the judges' block allows. */
record JudgesRules(Checks checks) {

  private static final List<String> SCALES = List.of("boolean", "score", "levels");
  private static final List<String> FIELDS = List.of("question", "expected", "contexts", "answer");

  void check(AssayConfig config) {
    JudgesConfig judges = config.judges();
    Set<String> chats = new TreeSet<>();
    config
        .llm()
        .endpoints()
        .forEach(
            (name, endpoint) -> {
              if (endpoint.chats()) {
                chats.add(name);
              }
            });
    checks.eachOf(chats, judges.endpoints(), Key.of("judges.endpoints"), "chat endpoint");
    checks.atLeast(1, judges.samples(), "judges.samples");
    judges
        .parameters()
        .ifPresent(given -> new LlmRules(checks).parameters(Key.of("judges.parameters"), given));
    checks.require(
        judges.samples() == 1
            || judges.parameters().flatMap(ParametersConfig::temperature).orElse(1.0) > 0,
        Key.of("judges.parameters").child("temperature"),
        "more than 0 with judges.samples = " + judges.samples() + ": samples would be the same",
        Key.of("judges.samples"));
    judges
        .prompts()
        .forEach((name, path) -> checks.text(path, Key.of("judges.prompts").child(name)));
    judges.byop().forEach((name, byop) -> byop(Key.of("judges.byop").child(name), name, byop));
    known(judges);
  }

  /** The prompts of one's own are evaluators too. */
  private void known(JudgesConfig judges) {
    Set<String> names = new TreeSet<>(judges.byop().keySet());
    Key folder = Key.of("judges.byop-folder");
    try {
      for (String name : OwnPrompt.folder(judges.byopFolder()).keySet()) {
        checks.require(
            names.add(name), folder, "names that judges.byop does not have, unlike '" + name + "'");
      }
    } catch (IllegalArgumentException e) {
      checks.require(false, folder, "a folder of prompts, each with a header. " + e.getMessage());
    }
    checks.alsoKnown(names.stream().map(JudgesConfig.BYOP::concat).toList());
  }

  private void byop(Key key, String name, ByopConfig byop) {
    checks.require(
        name.matches("[a-z][a-z0-9_]*"), key, "a name of lower-case letters, digits and _");
    checks.text(byop.prompt(), key.child("prompt"));
    checks.oneOf(SCALES, byop.scale(), key.child("scale"), "scale");
    checks.eachOf(FIELDS, byop.needs(), key.child("needs"), "field");
    checks.require(
        byop.threshold() >= 0 && byop.threshold() <= 1,
        key.child("threshold"),
        "a number from 0.0 to 1.0");
    long levels = byop.levels().stream().distinct().count();
    checks.require(
        byop.scale().equals("levels")
            ? levels >= 2
                && levels == byop.levels().size()
                && byop.levels().stream().noneMatch(level -> level.contains(","))
            : byop.levels().isEmpty(),
        key.child("levels"),
        "two or more levels without commas, each once, the worst first, with scale = levels; else"
            + " none",
        key.child("scale"));
  }
}
