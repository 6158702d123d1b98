package dev.assay.llm;

/**
 * One turn of a conversation.
 *
 * @param role {@code system}, {@code user} or {@code assistant}
 */
public record Message(String role, String text) {

  public static Message system(String text) {
    return new Message("system", text);
  }

  public static Message user(String text) {
    return new Message("user", text);
  }

  public static Message assistant(String text) {
    return new Message("assistant", text);
  }
}
