package dev.assay.model.onnx;

/** Text that every native library can read: a surrogate without its partner becomes U+FFFD. */
final class WellFormed {
  private WellFormed() {}

  static String of(String text) {
    int bad = firstLoneSurrogate(text, 0);
    if (bad < 0) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text);
    for (; bad >= 0; bad = firstLoneSurrogate(text, bad + 1)) {
      clean.setCharAt(bad, '\uFFFD');
    }
    return clean.toString();
  }

  private static int firstLoneSurrogate(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        i++;
      } else {
        return i;
      }
    }
    return -1;
  }
}
