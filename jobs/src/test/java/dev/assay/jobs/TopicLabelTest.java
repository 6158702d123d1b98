package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopicLabelTest {
  @Test
  void leavesOutTermsThatLieInOneAnother() {
    assertThat(TopicLabel.of(List.of("debit card", "card", "card fee", "pin", "debit"), 3, 0))
        .isEqualTo("debit card, card fee, pin");
  }

  @Test
  void aTopicWithoutTermsIsNamedByItsNumber() {
    assertThat(TopicLabel.of(List.of(), 3, 2)).isEqualTo("stratum 2");
  }
}
