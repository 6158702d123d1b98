package dev.assay.questions.asked;

import dev.assay.model.EntailmentModel;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import dev.assay.retrieval.Analyser;
import dev.assay.support.SaidNumbers;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Whether an answer follows from the sentences that are said to support it. It is
 * <em>contained</em> where each of its content words stands in them or in the question, and one at
 * least in them. Else it is <em>entailed</em> where the entailment model finds each of its
 * sentences supported. Its numbers must be said either way, in the sentences or in the question:
 * small models of support are at chance there.
 *
 * @param entailment the model, if there is one
 * @param minSupport least probability of support of each sentence
 */
record AnswerCheck(Optional<EntailmentModel> entailment, double minSupport) {

  private static final Set<String> UNITS =
      Set.of("dollar", "usd", "euro", "eur", "pound", "gbp", "cent", "percent", "pct");

  /**
   * What the check found.
   *
   * @param holds whether the answer follows
   * @param how {@code contained}, {@code entailed 0.81}, or what is wrong
   */
  record Found(boolean holds, String how) {}

  Found check(String question, String answer, List<String> support) {
    List<String> sources = new ArrayList<>(support);
    sources.add(question);
    List<String> numbers = SaidNumbers.missing(answer, sources);
    if (!numbers.isEmpty()) {
      return new Found(false, "no source says " + String.join(", ", numbers));
    }
    Set<String> told = terms(support);
    Set<String> own = terms(List.of(answer));
    boolean any =
        own.stream().anyMatch(told::contains)
            || (SaidNumbers.any(answer) && SaidNumbers.missing(answer, support).isEmpty());
    Set<String> foreign = new HashSet<>(own);
    foreign.removeAll(told);
    foreign.removeAll(terms(List.of(question)));
    if (any && foreign.isEmpty()) {
      return new Found(true, "contained");
    }
    if (entailment.isEmpty()) {
      return new Found(false, "not contained, and no entailment model is configured");
    }
    double least =
        entailment
            .get()
            .judge(Sentences.scored(answer).stream().map(line -> new Claim(support, line)).toList())
            .stream()
            .mapToDouble(Support::probability)
            .min()
            .orElse(0);
    String shown = String.format(Locale.ROOT, "%.2f", least);
    return least >= minSupport
        ? new Found(true, "entailed " + shown)
        : new Found(false, "not contained, and supported with " + shown + " only");
  }

  private static Set<String> terms(List<String> texts) {
    Set<String> terms = new HashSet<>();
    texts.forEach(text -> terms.addAll(Analyser.terms(text)));
    // Numbers and what they count money and shares in were compared by what they mean.
    terms.removeIf(term -> Character.isDigit(term.charAt(0)) || UNITS.contains(term));
    return terms;
  }
}
