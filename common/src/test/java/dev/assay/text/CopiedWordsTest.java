package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CopiedWordsTest {

  @Test
  void countsEveryWordOfTheAnswerWithoutRegardToCase() {
    // the, fee, is, 29, today: four of five stand in the contexts.
    assertThat(CopiedWords.share("The fee is $29 today.", List.of("THE FEE", "is 29")))
        .hasValue(4 / 5.0);
  }

  @Test
  void lettersAndNumbersOfEveryScriptAreWords() {
    // ça, coûte, ½, à, 𝟙𝟚, ⅳ: three of six; a mark of money and a lone surrogate are none.
    assertThat(CopiedWords.share("Ça coûte ½ € à 𝟙𝟚 \ud800Ⅳ", List.of("ÇA: ½", "ⅳ")))
        .hasValue(3 / 6.0);
  }

  @Test
  void isAbsentWithoutWordsOrContexts() {
    assertThat(CopiedWords.share("…", List.of("a"))).isEmpty();
    assertThat(CopiedWords.share("a", List.of())).isEmpty();
    assertThat(CopiedWords.share(null, List.of("a"))).isEmpty();
  }
}
