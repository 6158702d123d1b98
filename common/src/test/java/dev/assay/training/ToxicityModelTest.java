package dev.assay.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.ModelException;
import dev.assay.model.TextClassifier;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import dev.assay.toxicity.Kind;
import dev.assay.toxicity.Kind.Verdict;
import dev.assay.toxicity.ToxicityFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToxicityModelTest {
  private static final TextClassifier MODEL =
      ToxicityFile.of("bundled:toxicity-v1").over(new OnnxEmbedder(ModelSpec.bgeSmall()));

  @Test
  void swearingRanksAboveBusiness() {
    double insult = toxicity("You are a stupid piece of shit.");
    assertThat(insult).isGreaterThan(0.75);
    assertThat(toxicity("The fee is refunded within ten business days.")).isLessThan(0.25);
    assertThat(MODEL.labels()).containsExactly("toxicity", "obscene", "identity_attack");
    assertThat(MODEL.id()).matches("toxicity-v1@[0-9a-f]{12}/bge-small-en-v1.5@.*");
  }

  @Test
  void whatIsHiddenBehindALongTextIsFound() {
    String harmless = "and the fee for the account is charged every month ".repeat(100);
    TextClassifier.Classes hidden =
        MODEL.classify(List.of(harmless + "you are a stupid piece of shit")).get(0);
    assertThat(hidden.windows()).isGreaterThan(4);
    assertThat(hidden.probabilities().get(0)).isGreaterThan(toxicity(harmless));
  }

  @Test
  void anyTextHasAProbability() {
    for (String text : List.of("", "\ud800", "x".repeat(50_000), "🙂".repeat(3_000), "\u0000")) {
      assertThat(MODEL.classify(List.of(text)).get(0).probabilities())
          .allSatisfy(p -> assertThat(p).isBetween(0.0, 1.0));
    }
  }

  @Test
  void saysWhatIsWrongWithAFile() {
    assertThatThrownBy(() -> ToxicityFile.of("bundled:toxicity-v0"))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("toxicity-v0.json");
    assertThatThrownBy(() -> ToxicityFile.parse("{\"labels\": {}}"))
        .hasMessageContaining("labels.toxicity");
    assertThatThrownBy(() -> Tweets.read(Path.of("nowhere")))
        .hasMessageContaining("models.train-toxicity.data");
  }

  @Test
  void wordsAreCountedWholeAndInAnyCase() {
    WordCount words = WordCount.list(List.of("ass", "pissed off", "a*s"));
    assertThat(words.in().applyAsInt("Ass, pissed OFF, ass!")).isEqualTo(3);
    assertThat(words.in().applyAsInt("A classic assessment, pissed  off aas")).isZero();
    assertThat(words.in().applyAsInt("a*s")).isEqualTo(1);
    assertThatThrownBy(() -> WordCount.all(Path.of("nowhere")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("naughty-words-en.json");
  }

  @Test
  void tweetsLoseTheMarksOfTheirMedium() {
    LabelledTweet tweet =
        LabelledTweet.ofTweet(
            "!!! RT @some_one: \"It&#8217;s 5 &lt; 6 &amp;amp; so\" http://t.co/x", Verdict.HATE);
    assertThat(tweet.text()).isEqualTo("It’s 5 < 6 & so");
    assertThat(LabelledTweet.ofTweet("IT’S 5, 6 so", Verdict.HATE).group())
        .isEqualTo(tweet.group());
    assertThat(tweet.heldOut(1))
        .isEqualTo(LabelledTweet.ofTweet("its5 6 SO", Verdict.HATE).heldOut(1));
    assertThat(LabelledTweet.ofTweet("&#55357;&#99999999;&#x;&", Verdict.HATE).text()).isNotNull();
  }

  @Test
  void quotedFieldsHoldCommasQuotesAndLines() {
    assertThat(Tweets.rows("a,b\r\n1,\"x, \"\"y\"\"\nz\"\n,last"))
        .containsExactly(List.of("a", "b"), List.of("1", "x, \"y\"\nz"), List.of("", "last"));
  }

  @Test
  void hateThatIsDecentInItsWordsIsNoExampleOfTheObscene() {
    assertThat(Kind.OBSCENE.counts(Verdict.HATE)).isFalse();
    assertThat(Kind.TOXICITY.holds(Verdict.HATE)).isTrue();
    assertThat(Kind.IDENTITY_ATTACK.holds(Verdict.OFFENSIVE)).isFalse();
  }

  private double toxicity(String text) {
    return MODEL.classify(List.of(text)).get(0).probabilities().get(0);
  }
}
