package dev.assay.jobs.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Rounding;
import dev.assay.doctor.ScoreWorth;
import dev.assay.doctor.Sheet;
import dev.assay.stats.Interval;
import dev.assay.stats.ppi.HumanEquivalent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What was found in a file as one line of JSON; what is not known is not there. */
final class DoctorJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private DoctorJson() {}

  static String of(Examined examined) {
    ObjectNode file = JSON.createObjectNode();
    file.put("file", examined.path().toString());
    file.put("answers", examined.sheet().answers().size());
    file.put("questions", Sheet.groups(examined.sheet().answers()));
    file.put("labelled", examined.sheet().labelled().size());
    file.put("labelled_questions", Sheet.groups(examined.sheet().labelled()));
    file.put("more_records", examined.more());
    ColumnRoles roles = examined.roles();
    ObjectNode columns = file.putObject("columns");
    roles.label().ifPresent(name -> columns.put("label", name));
    roles.system().ifPresent(name -> columns.put("system", name));
    roles.group().ifPresent(name -> columns.put("group", name));
    roles.answer().ifPresent(name -> columns.put("answer", name));
    examined.passing().ifPresent(words -> file.put("passing", words));
    texts(file.putArray("remarks"), examined.remarks());
    ArrayNode scores = file.putArray("scores");
    examined.scores().forEach(score -> score(scores.addObject(), score));
    texts(file.putArray("cannot_be_claimed"), examined.missing());
    return file.toString();
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }

  private static void score(ObjectNode node, ScoreWorth score) {
    node.put("score", score.name());
    node.put("direction", score.direction().name().toLowerCase(Locale.ROOT));
    node.put("direction_by", score.directionBy());
    node.put("threshold", score.threshold());
    node.put("n", score.n());
    node.put("n_labelled", score.nLabelled());
    interval(node, "auroc", score.agreement());
    score.correlation().ifPresent(rho -> node.put("rank_correlation", Rounding.toNano(rho)));
    interval(node, "auroc_over_length", score.overLength());
    interval(node, "own_pass_rate", score.own());
    human(node, "human_pass_rate", score.human());
    ArrayNode systems = node.putArray("systems");
    for (ScoreWorth.SystemRate rate : score.systems()) {
      ObjectNode one = systems.addObject();
      one.put("system", rate.system());
      one.put("n", rate.n());
      one.put("n_labelled", rate.labelled());
      interval(one, "own_pass_rate", rate.own());
      human(one, "human_pass_rate", rate.human());
    }
    ArrayNode gaps = node.putArray("differences");
    for (ScoreWorth.SystemGap gap : score.gaps()) {
      ObjectNode one = gaps.addObject();
      one.put("first", gap.first());
      one.put("second", gap.second());
      one.put("shared_questions", gap.shared());
      human(one, "own", gap.own());
      human(one, "human", gap.human());
      one.put("shown", gap.shown());
    }
    ArrayNode biases = node.putArray("biases");
    for (ScoreWorth.Bias bias : score.biases()) {
      ObjectNode one = biases.addObject();
      one.put("what", bias.what());
      one.put("first", bias.first());
      one.put("second", bias.second());
      human(one, "excess", Optional.of(bias.excess()));
      one.put("shown", bias.shown());
    }
  }

  private static void human(ObjectNode node, String name, Optional<HumanEquivalent> human) {
    interval(node, name, human.map(HumanEquivalent::estimate));
    human.ifPresent(
        one -> {
          ObjectNode inner = (ObjectNode) node.get(name);
          inner.put("standard_error", Rounding.toNano(one.standardError()));
          inner.put("power", Rounding.toNano(one.power()));
          one.pValue().ifPresent(p -> inner.put("p", Rounding.toNano(p)));
        });
  }

  private static void interval(ObjectNode node, String name, Optional<Interval> interval) {
    interval.ifPresent(
        one -> {
          ObjectNode inner = node.putObject(name);
          inner.put("estimate", Rounding.toNano(one.estimate()));
          one.low().ifPresent(low -> inner.put("low", Rounding.toNano(low)));
          one.high().ifPresent(high -> inner.put("high", Rounding.toNano(high)));
          inner.put("method", one.method());
          inner.put("n_groups", one.nGroups());
        });
  }
}
