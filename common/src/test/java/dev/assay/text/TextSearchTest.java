package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TextSearchTest {

  @Test
  void findsWhatContainsFinds() {
    // Over an alphabet of two letters heads repeat, overlap and collide as much as they can.
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      texts.add(letters("needle" + i, 8 + i % 7));
    }
    TextSearch search = new TextSearch(texts);
    for (int i = 0; i < 200; i++) {
      String text = letters("text" + i, i);
      Set<String> expected = new TreeSet<>(texts.stream().filter(text::contains).toList());
      assertThat(search.in(text)).isEqualTo(expected);
      assertThat(search.isIn(text)).isEqualTo(!expected.isEmpty());
    }
  }

  @Test
  void aTextAtEitherEndIsFound() {
    TextSearch search = new TextSearch(List.of("Übergröße 1"));
    assertThat(search.isIn("Übergröße 1")).isTrue();
    assertThat(search.isIn("x Übergröße 1")).isTrue();
    assertThat(search.isIn("Übergröße 1 x")).isTrue();
    assertThat(search.isIn("Übergröße ")).isFalse();
    assertThat(search.isIn("")).isFalse();
  }

  @Test
  void whatHasToBeWholeIsNoPartOfALongerWord() {
    TextSearch search = new TextSearch(List.of("customer=4711"), Set.of("customer=4711"));
    assertThat(search.isIn("customer=4711")).isTrue();
    assertThat(search.isIn("worse for customer=4711 & product=x")).isTrue();
    assertThat(search.isIn("customer=47112")).isFalse();
    assertThat(search.isIn("subcustomer=4711")).isFalse();
    assertThat(search.in("customer=47112, customer=4711.")).containsExactly("customer=4711");
  }

  @Test
  void whatIsTooShortIsRefused() {
    assertThatThrownBy(() -> new TextSearch(List.of("seven 7")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String letters(String id, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(Seeds.uniform(i, "letters", id) < .5 ? 'a' : 'b');
    }
    return text.toString();
  }
}
