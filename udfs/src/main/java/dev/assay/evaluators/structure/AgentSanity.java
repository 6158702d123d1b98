package dev.assay.evaluators.structure;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Share of an agent's artifacts that are sound. An artifact is sound when it is not empty, no page
 * of it is blank, and it parses where its name ends in .json, .yaml or .yml; a file that was
 * expected and is not there counts as one that is not sound, and so does a field that must be
 * there. A response without artifacts has no value, unless files were expected of it.
 *
 * <p>Artifacts are JSON: a list of { name, content } or { name, pages }, or an object of contents
 * by name. Sentence rows: every artifact with what is wrong with it.
 *
 * <p>Source: 002 Agent sanity check.
 *
 * @param expectedFiles names that must be there, separated by commas; the case's attribute {@code
 *     expected_files} adds to them
 * @param requiredFields fields of JSON and YAML artifacts that must be there and not null, as
 *     {@code name#/pointer}, separated by commas
 */
public record AgentSanity(List<String> expectedFiles, List<String> requiredFields)
    implements RowEvaluator {
  private static final String SANITY = "agent_sanity";
  private static final int ROWS = 200;

  private static final Spec SPEC =
      Spec.of("agent_sanity", "Agent sanity check")
          .meaning("Share of the agent's artifacts that parse, have content and are complete.")
          .source("002 Agent sanity check")
          .dimension(ValidationDimension.QA)
          .needs(Field.ARTIFACTS)
          .attributes("expected_files")
          .metric(Metric.share(SANITY, 0.75, "Sound artifacts by artifacts"))
          .build();

  public AgentSanity {
    expectedFiles = expectedFiles.stream().filter(name -> !name.isBlank()).toList();
    requiredFields = requiredFields.stream().filter(name -> !name.isBlank()).toList();
    for (String field : requiredFields) {
      if (!field.contains("#/")) {
        throw new IllegalArgumentException(
            "required_fields has '%s'; write name#/pointer, such as report.json#/total"
                .formatted(field));
      }
    }
  }

  /** Nothing expected by name. */
  public AgentSanity() {
    this(List.of(), List.of());
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream().map(this::outcome).toList();
  }

  private Outcome outcome(Example example) {
    List<Artifact> artifacts;
    try {
      artifacts = Artifact.read(example.attributes().get("artifacts"));
    } catch (IllegalArgumentException e) {
      return SPEC.absent(Status.PARSE_FAILURE, e.getMessage());
    }
    List<String> expected = new ArrayList<>(expectedFiles);
    for (String name : example.attributes().getOrDefault("expected_files", "").split(",")) {
      if (!name.isBlank()) {
        expected.add(name.strip());
      }
    }
    List<Evidence> rows = new ArrayList<>();
    int sound = 0;
    int all = 0;
    for (Artifact artifact : artifacts) {
      Optional<String> problem = artifact.problem(requiredFields);
      sound += problem.isEmpty() ? 1 : 0;
      row(rows, all++, artifact.name(), problem);
    }
    for (String name : expected) {
      if (artifacts.stream().noneMatch(artifact -> artifact.called(name))) {
        row(rows, all++, name, Optional.of("missing"));
      }
    }
    if (all == 0) {
      return SPEC.noInput("the response has no artifacts");
    }
    return SPEC.outcome(rows, Measure.of(sound / (double) all));
  }

  private static void row(List<Evidence> rows, int index, String name, Optional<String> problem) {
    if (rows.size() < ROWS) {
      rows.add(
          Evidence.of(
                  SANITY,
                  Side.ANSWER,
                  index,
                  problem.map(what -> name + ": " + what).orElse(name),
                  problem.isPresent() ? 0 : 1)
              .flagged(problem.isPresent() ? "problem" : "sound"));
    }
  }
}
