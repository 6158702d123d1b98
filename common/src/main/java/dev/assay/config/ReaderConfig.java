package dev.assay.config;

/** What reading one document may take. See {@code conf/reference.conf}. */
public record ReaderConfig(boolean isolated, int memoryMb, int timeoutSeconds, int maxCharacters) {}
