package dev.assay.tables.lease;

/**
 * A claim to a store, as it stands in its directory.
 *
 * @param held whether its holder has the store; else he only tries to get it
 * @param written when it was written, by the clock of the file system, in milliseconds
 */
record Claim(Holder holder, boolean held, long written) {}
