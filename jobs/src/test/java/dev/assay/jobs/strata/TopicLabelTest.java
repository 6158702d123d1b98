package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicLabelTest {
  @Test
  void leavesOutTermsThatLieInOneAnother() {
    // After "debit card": "pin" .7 · .4 = .28, "card fee" .7 · .6 − .3 · .5 = .27.
    assertThat(TopicLabel.of(terms("debit card", "card", "card fee", "pin", "debit"), 3, 0))
        .isEqualTo("debit card, pin, card fee");
  }

  @Test
  void whatSaysSomethingElseComesBeforeWhatSaysTheSame() {
    // Weights 5 to 1 of 5. After "wire transfers": "transfer wire" .7 · .8 − .3 = .26, "fee" .42,
    // "cutoff" .28. After "fee": "cutoff" .28.
    assertThat(
            TopicLabel.of(terms("wire transfers", "transfer wire", "fee", "cutoff", "day"), 3, 0))
        .isEqualTo("wire transfers, fee, cutoff");
    assertThat(TopicLabel.likeness("wire transfers", "transfer wire")).isEqualTo(1);
    assertThat(TopicLabel.likeness("wire fee", "card fee")).isEqualTo(0.5, within(1e-12));
  }

  @Test
  void wordsOfTheWholeCorpusAreTakenOnlyWhereThereAreNoOthers() {
    TopicTerms.Term bank = new TopicTerms.Term("meridian", 9, false);
    TopicTerms.Term card = new TopicTerms.Term("card", 1, true);
    assertThat(TopicLabel.of(List.of(bank, card), 3, 0)).isEqualTo("card");
    assertThat(TopicLabel.of(List.of(bank), 3, 0)).isEqualTo("meridian");
  }

  @Test
  void aTopicWithoutTermsIsNamedByItsNumber() {
    assertThat(TopicLabel.of(List.of(), 3, 2)).isEqualTo("stratum 2");
  }

  private static List<TopicTerms.Term> terms(String... texts) {
    List<TopicTerms.Term> terms = new ArrayList<>();
    for (String text : texts) {
      terms.add(new TopicTerms.Term(text, texts.length - terms.size(), true));
    }
    return terms;
  }
}
