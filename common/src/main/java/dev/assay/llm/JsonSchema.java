package dev.assay.llm;

/**
 * The form that a reply must have.
 *
 * @param name letters, digits, _ and -
 * @param json the schema, an object
 */
public record JsonSchema(String name, String json) {}
