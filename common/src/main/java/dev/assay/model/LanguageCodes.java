package dev.assay.model;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * ISO 639-3 codes of written languages: those that pass for each other in writing have one code, as
 * Bosnian, Croatian and Serbian have.
 */
public final class LanguageCodes {
  private static final Map<String, String> SAME =
      Map.ofEntries(
          Map.entry("nno", "nob"),
          Map.entry("nor", "nob"),
          Map.entry("bos", "hrv"),
          Map.entry("srp", "hrv"),
          Map.entry("hbs", "hrv"),
          Map.entry("zlm", "ind"),
          Map.entry("msa", "ind"),
          Map.entry("pes", "fas"),
          Map.entry("ekk", "est"),
          Map.entry("lvs", "lav"),
          Map.entry("zho", "cmn"));

  private static final Map<String, String> LONG = longCodes();

  private LanguageCodes() {}

  /** The code that stands for the ISO 639-3 code {@code code}. */
  public static String written(String code) {
    return SAME.getOrDefault(code, code);
  }

  /**
   * The code of a classifier's label that begins with an ISO 639-1 or 639-3 code, whatever script
   * or region follows: {@code en}, {@code eng_Latn}, {@code __label__de}, {@code zh-CN}. Empty for
   * anything else.
   */
  public static Optional<String> ofLabel(String label) {
    String code = label.toLowerCase(Locale.ROOT).replaceFirst("^__label__", "");
    code = code.replaceFirst("[-_].*", "");
    if (code.length() == 2) {
      return Optional.ofNullable(LONG.get(code)).map(LanguageCodes::written);
    }
    return code.matches("[a-z]{3}") ? Optional.of(written(code)) : Optional.empty();
  }

  private static Map<String, String> longCodes() {
    Map<String, String> codes = new HashMap<>();
    for (String code : Locale.getISOLanguages()) {
      codes.put(code, new Locale(code).getISO3Language());
    }
    return codes;
  }
}
