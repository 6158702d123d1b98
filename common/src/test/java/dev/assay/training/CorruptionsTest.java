package dev.assay.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CorruptionsTest {
  private static final List<String[]> DOCUMENTS =
      List.of(
          new String[] {
            "a",
            "The creditor shall notify the applicant within 30 days of the request. A consumer may"
                + " increase the deposit at any time during the year. The institution must not charge"
                + " the consumer a fee of $25 for the first notice."
          },
          new String[] {
            "b",
            "A lender may deny the application when the borrower earns less than $900. Each statement"
                + " is sent to the customer within 45 days of the end of the period."
          });

  @Test
  void everySentenceHasAFaithfulAndAFaultyVersion() {
    List<LabelledText> pairs = new Corruptions(DOCUMENTS, 5).pairs(1);
    assertThat(pairs).hasSize(10);
    for (int i = 0; i < pairs.size(); i += 2) {
      LabelledText faithful = pairs.get(i);
      LabelledText faulty = pairs.get(i + 1);
      assertThat(faithful.supported()).isTrue();
      assertThat(faulty.supported()).isFalse();
      assertThat(faulty.text()).isNotEqualTo(faithful.text());
      assertThat(faulty.group()).isEqualTo(faithful.group());
      assertThat(faulty.part()).startsWith("regulations ");
    }
  }

  @Test
  void isTheSameForASeed() {
    assertThat(new Corruptions(DOCUMENTS, 5).pairs(1))
        .isEqualTo(new Corruptions(DOCUMENTS, 5).pairs(1))
        .isNotEqualTo(new Corruptions(DOCUMENTS, 6).pairs(1));
  }
}
