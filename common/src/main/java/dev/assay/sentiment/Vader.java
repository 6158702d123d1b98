package dev.assay.sentiment;

import dev.assay.model.SentimentModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Sentiment by VADER's rules: the valences of a text's words, turned by negations, scaled by
 * adverbs of degree, capitals, "but" and exclamation marks, summed and squeezed into (−1, 1). The
 * result is the compound score of vaderSentiment 3.3.2, its quirks included, for texts without
 * emoji; these are read by their Unicode names here.
 *
 * <p>English. A text of several sentences is one bag: callers split it. Source: Hutto and Gilbert,
 * VADER, ICWSM 2014.
 */
public final class Vader implements SentimentModel {
  private static final double TURNED = -0.74;
  private static final double CAPITALS = 0.733;
  private static final double SQUEEZE = 15;
  private static final double[] FADE = {1, 0.95, 0.9};

  private final VaderLexicon lexicon = VaderLexicon.load();

  @Override
  public String id() {
    return "vader@" + lexicon.revision();
  }

  @Override
  public List<Double> polarity(List<String> texts) {
    return texts.stream().map(this::compound).toList();
  }

  private double compound(String text) {
    VaderWords words = VaderWords.of(text);
    double[] valences = new double[words.size()];
    for (int i = 0; i < valences.length; i++) {
      valences[i] = valence(words, i);
    }
    contrast(valences, words.lower().indexOf("but"));
    double sum = 0;
    for (double valence : valences) {
      sum += valence;
    }
    sum += Math.signum(sum) * emphasis(text);
    return sum / Math.sqrt(sum * sum + SQUEEZE);
  }

  private double valence(VaderWords words, int i) {
    String word = words.lower().get(i);
    if (!lexicon.rates(word)
        || lexicon.scale(word) != 0
        || words.phrase(i, i + 2).equals("kind of")) {
      return 0;
    }
    double valence = lexicon.valences().get(word);
    if (word.equals("no") && i + 1 < words.size() && lexicon.rates(words.lower().get(i + 1))) {
      valence = 0;
    }
    if (afterNo(words.lower(), i)) {
      valence = lexicon.valences().get(word) * TURNED;
    }
    if (words.shouted(i)) {
      valence += valence > 0 ? CAPITALS : -CAPITALS;
    }
    for (int back = 1; back <= FADE.length && back <= i; back++) {
      if (!lexicon.rates(words.lower().get(i - back))) {
        valence += scale(words, i - back, valence) * FADE[back - 1];
        valence = turned(words.lower(), i, back, valence);
        valence = back == FADE.length ? phrases(words, i, valence) : valence;
      }
    }
    return least(words.lower(), i) ? valence * TURNED : valence;
  }

  private static boolean afterNo(List<String> lower, int i) {
    return (i > 0 && lower.get(i - 1).equals("no"))
        || (i > 1 && lower.get(i - 2).equals("no"))
        || (i > 2
            && lower.get(i - 3).equals("no")
            && List.of("or", "nor").contains(lower.get(i - 1)));
  }

  private double scale(VaderWords words, int at, double valence) {
    double scale = lexicon.scale(words.lower().get(at));
    if (scale == 0) {
      return 0;
    }
    double signed = valence < 0 ? -scale : scale;
    if (words.shouted(at)) {
      signed += valence > 0 ? CAPITALS : -CAPITALS;
    }
    return signed;
  }

  /** Negation by the word {@code back} places before; "never so" strengthens instead. */
  private double turned(List<String> lower, int i, int back, double valence) {
    String before = lower.get(i - back);
    if (back > 1) {
      boolean never = before.equals("never") && emphatic(lower.get(i - back + 1));
      if (never || (back == 3 && emphatic(lower.get(i - 1)))) {
        return valence * 1.25;
      }
      if (before.equals("without") && lower.subList(i - back + 1, i).contains("doubt")) {
        return valence;
      }
    }
    return lexicon.negates(before) ? valence * TURNED : valence;
  }

  private static boolean emphatic(String word) {
    return word.equals("so") || word.equals("this");
  }

  /** Phrases around a rated word have a valence of their own; others scale it. */
  private double phrases(VaderWords words, int i, double valence) {
    double result = valence;
    int[][] before = {{1, -1}, {2, -1}, {2, 0}, {3, 0}, {3, 1}};
    for (int[] span : before) {
      Double own = lexicon.phrases().get(words.phrase(i - span[0], i - span[1]));
      if (own != null) {
        result = own;
        break;
      }
    }
    for (int length = 2; length <= 3; length++) {
      result = lexicon.phrases().getOrDefault(words.phrase(i, i + length), result);
    }
    return result
        + lexicon.scale(words.phrase(i - 3, i))
        + lexicon.scale(words.phrase(i - 3, i - 1))
        + lexicon.scale(words.phrase(i - 2, i));
  }

  private static boolean least(List<String> lower, int i) {
    return i > 0
        && lower.get(i - 1).equals("least")
        && !(i > 1 && List.of("at", "very").contains(lower.get(i - 2)));
  }

  /**
   * What stands before "but" counts half, what follows one and a half times. As in the reference, a
   * value is changed at the first place that has the same value at that moment.
   */
  private static void contrast(double[] valences, int but) {
    if (but < 0) {
      return;
    }
    Map<Double, TreeSet<Integer>> places = new HashMap<>();
    for (int i = 0; i < valences.length; i++) {
      places.computeIfAbsent(valences[i], value -> new TreeSet<>()).add(i);
    }
    for (int i = 0; i < valences.length; i++) {
      if (valences[i] != 0) {
        TreeSet<Integer> same = places.get(valences[i]);
        int first = same.pollFirst();
        valences[first] *= first < but ? 0.5 : 1.5;
        places.computeIfAbsent(valences[first], value -> new TreeSet<>()).add(first);
      }
    }
  }

  private static double emphasis(String text) {
    long exclamations = text.chars().filter(c -> c == '!').count();
    long questions = text.chars().filter(c -> c == '?').count();
    double asked = questions < 2 ? 0 : questions <= 3 ? questions * 0.18 : 0.96;
    return Math.min(4, exclamations) * 0.292 + asked;
  }
}
