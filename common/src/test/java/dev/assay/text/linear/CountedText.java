package dev.assay.text.linear;

/** A text that counts how often its characters are looked at, and ends what looks too often. */
final class CountedText implements CharSequence {
  private final String text;
  private final long most;
  private long looks;

  CountedText(String text, long most) {
    this.text = text;
    this.most = most;
  }

  /** More looks than allowed. */
  static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMany() {
      super(null, null, false, false);
    }
  }

  long looks() {
    return looks;
  }

  @Override
  public char charAt(int at) {
    looks++;
    if (looks > most) {
      throw new TooMany();
    }
    return text.charAt(at);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return text.substring(from, to);
  }

  @Override
  public String toString() {
    return text;
  }
}
