package dev.assay.llm;

import java.io.Serializable;

/**
 * Something that a model may call.
 *
 * @param name letters, digits, _ and -
 * @param description when the model should call it
 * @param parameters JSON Schema of its arguments, an object
 */
public record Tool(String name, String description, String parameters) implements Serializable {}
