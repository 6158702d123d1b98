package dev.assay.model;

import dev.assay.text.Script;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Languages by a classifier whose labels are language codes: the one that has one half of the
 * probability. Labels of one written language are added up. A text without letters, or with no such
 * language or two (in a text that is read in windows), is not decided.
 */
public final class ClassifierLanguages implements LanguageIdentifier {
  /** Characters that are read of a text: more do not change the decision. */
  private static final int READ = 5_000;

  private static final double HALF = 0.5;

  /** Labels of no language: undetermined, no linguistic content, several. */
  private static final Set<String> NONE = Set.of("und", "zxx", "mul");

  private final TextClassifier classifier;
  private final List<String> codes;

  /** Over {@code classifier}, all of whose labels must be language codes. */
  public ClassifierLanguages(TextClassifier classifier) {
    this.classifier = classifier;
    this.codes =
        classifier.labels().stream()
            .map(
                label ->
                    LanguageCodes.ofLabel(label)
                        .orElseThrow(
                            () ->
                                new ModelException(
                                    ("The model in slot language_id has label '%s', which is no ISO"
                                            + " 639 code of a language;"
                                            + " models.language-id.labels can name its outputs")
                                        .formatted(label))))
            .toList();
  }

  @Override
  public String id() {
    return classifier.id();
  }

  @Override
  public List<Optional<String>> identify(List<String> texts) {
    List<String> starts = texts.stream().map(ClassifierLanguages::start).toList();
    List<TextClassifier.Classes> classes = classifier.classify(starts);
    List<Optional<String>> languages = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      languages.add(
          Script.of(starts.get(i)).isEmpty()
              ? Optional.empty()
              : language(classes.get(i).probabilities()));
    }
    return List.copyOf(languages);
  }

  private static String start(String text) {
    int end = Math.min(READ, text.length());
    boolean halved = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, halved ? end - 1 : end);
  }

  private Optional<String> language(List<Double> probabilities) {
    Map<String, Double> byCode = new HashMap<>();
    for (int label = 0; label < codes.size(); label++) {
      byCode.merge(codes.get(label), probabilities.get(label), Double::sum);
    }
    List<String> likely =
        byCode.keySet().stream().filter(code -> byCode.get(code) >= HALF).toList();
    return likely.size() == 1 && !NONE.contains(likely.get(0))
        ? Optional.of(likely.get(0))
        : Optional.empty();
  }
}
