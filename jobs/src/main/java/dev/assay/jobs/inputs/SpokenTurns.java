package dev.assay.jobs.inputs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.cases.CaseNames;
import dev.assay.llm.Conversation;
import dev.assay.llm.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The turns before a question in records that nothing has read yet, for plans.
 *
 * @param preset whose file it is
 * @param messages columns of whole conversations
 * @param history columns of the turns before a question
 */
public record SpokenTurns(String preset, List<String> messages, List<String> history) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As {@code names} say where turns stand. */
  public static SpokenTurns of(CaseNames names) {
    List<String> usual = new Preset(names.preset()).names("messages");
    return new SpokenTurns(
        names.preset().orElse(""),
        names.historyColumn().isPresent()
            ? List.of()
            : names.messagesColumn().map(List::of).orElse(usual),
        names.historyColumn().stream().toList());
  }

  /** User's turns before the question of a line of JSON that have no reply. */
  public long open(String line) {
    try {
      Map<String, String> record =
          ToolRecord.plain(preset, JsonRecords.record(1, JSON.readTree(line)).columns());
      Optional<String> whole = first(record, messages);
      Optional<String> before = first(record, history);
      if (whole.isEmpty() && before.isEmpty()) {
        return 0;
      }
      List<Message> turns =
          AskedTurn.of(Optional.of("?").filter(any -> whole.isEmpty()), whole, before)
              .before()
              .turns();
      return new Conversation(turns).openTurns();
    } catch (JsonProcessingException | IllegalArgumentException | CaseRecordException e) {
      return 0; // A record that is no case asks nothing.
    }
  }

  private static Optional<String> first(Map<String, String> record, List<String> names) {
    return names.stream().flatMap(name -> Fields.value(record, name).stream()).findFirst();
  }
}
