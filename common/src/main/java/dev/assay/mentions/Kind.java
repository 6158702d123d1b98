package dev.assay.mentions;

/** What sort of value a mention is. Values of one kind and unit can stand for each other. */
public enum Kind {
  /** A reference such as "§ 1002.2(l)" or a telephone number: never asked for, never swapped. */
  REFERENCE,
  /** A form or document number such as "Form SV-20". */
  IDENTIFIER,
  MONEY,
  PERCENT,
  /** A time of day. */
  TIME,
  /** A calendar date, with or without the year. */
  DATE,
  /** A length of time such as "10 business days". */
  DURATION,
  /** Another number that counts something, such as the 3 of "3 overdraft fees". */
  COUNT,
  /** Two or more capitalised words, not at the sentence's start unless they are a known name. */
  NAME;

  /** Whether the mention is a number or holds one. */
  public boolean numeric() {
    return this == MONEY
        || this == PERCENT
        || this == TIME
        || this == DATE
        || this == DURATION
        || this == COUNT;
  }
}
