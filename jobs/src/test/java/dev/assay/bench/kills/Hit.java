package dev.assay.bench.kills;

/**
 * A kill that was made.
 *
 * @param victim driver, executor or both
 * @param stage which was killed
 * @param step its step whose job was the last that began; nothing before the first
 * @param commit which side of the commit of which table, where it was at one
 * @param underWay calls that had come to the server and had no reply
 * @param calling whether calls were being made
 */
record Hit(
    Kill.Victim victim, String stage, String step, String commit, int underWay, boolean calling) {

  String line() {
    return "%s in %s%s%s%s"
        .formatted(
            victim.name().toLowerCase(java.util.Locale.ROOT),
            stage,
            step.isEmpty() ? "" : ": " + step,
            commit.isEmpty() ? "" : ", " + commit,
            calling ? ", " + underWay + " calls under way" : "");
  }
}
