package dev.assay.evaluators;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evaluator;
import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.spark.Scoring;
import dev.assay.testing.Examples;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import dev.assay.testing.Judged;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every registered evaluator, on random and hostile examples. */
class EvaluatorContractTest {

  private static final List<Example> EXAMPLES = Examples.random(20241201, 150);

  static Collection<Evaluator> all() {
    return Evaluators.all();
  }

  static Stream<RowEvaluator> rows() {
    return all().stream().filter(RowEvaluator.class::isInstance).map(RowEvaluator.class::cast);
  }

  static Stream<SetEvaluator<?, ?>> sets() {
    return all().stream()
        .filter(SetEvaluator.class::isInstance)
        .map(evaluator -> (SetEvaluator<?, ?>) evaluator);
  }

  static Stream<AskingEvaluator> asking() {
    return all().stream()
        .filter(AskingEvaluator.class::isInstance)
        .map(AskingEvaluator.class::cast);
  }

  @Test
  void everyEvaluatorIsOfAKindThatThisTestKnows() {
    assertThat(rows().count() + sets().count() + asking().count()).isEqualTo(all().size());
  }

  @ParameterizedTest
  @MethodSource("sets")
  void statesMergeTheSameWhateverTheSplit(SetEvaluator<?, ?> evaluator) throws Exception {
    Spec spec = evaluator.spec();
    SetOutcome whole = finish(evaluator, List.of(EXAMPLES));
    assertThat(whole.measures().keySet())
        .containsExactlyElementsOf(spec.metrics().stream().map(Metric::name).toList());
    for (Metric metric : spec.metrics()) {
      if (whole.measures().get(metric.name()) instanceof Measure.Value value) {
        assertThat(metric.inRange(value.value())).as("%s %s", metric.name(), value).isTrue();
      }
    }
    Random random = new Random(11);
    for (int split = 0; split < 5; split++) {
      List<Example> shuffled = new ArrayList<>(EXAMPLES);
      Collections.shuffle(shuffled, random);
      int cut = random.nextInt(shuffled.size());
      List<List<Example>> parts =
          List.of(shuffled.subList(0, cut), shuffled.subList(cut, shuffled.size()), List.of());
      assertThat(finish(evaluator, parts)).isEqualTo(whole);
    }
  }

  /** Adds each part to a state of its own, sends the states through serialization, merges them. */
  private static <O extends Serializable, S extends Serializable> SetOutcome finish(
      SetEvaluator<O, S> evaluator, List<List<Example>> parts) throws Exception {
    Models models = FakeModels.with(FakeEmbedder.hashing(48));
    S merged = evaluator.empty();
    for (List<Example> part : parts) {
      S state = evaluator.empty();
      for (Optional<O> observed : evaluator.observe(part, models)) {
        state = observed.isPresent() ? evaluator.add(state, observed.get()) : state;
      }
      merged = evaluator.merge(merged, copy(state));
    }
    return evaluator.finish(evaluator.compact(merged));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void reportsExactlyItsMetricsInOrderAndInRange(RowEvaluator evaluator) {
    Spec spec = evaluator.spec();
    List<String> declared = spec.metrics().stream().map(Metric::name).toList();
    int measured = 0;
    for (Outcome outcome : score(evaluator, EXAMPLES)) {
      assertThat(outcome.measures().keySet()).containsExactlyElementsOf(declared);
      for (Metric metric : spec.metrics()) {
        Measure measure = outcome.measures().get(metric.name());
        if (measure instanceof Measure.Value value) {
          measured++;
          assertThat(metric.inRange(value.value())).as("%s %s", metric.name(), value).isTrue();
        } else if (measure instanceof Measure.Absent absent) {
          assertThat(absent.status()).as(absent.reason()).isNotEqualTo(Status.MODEL_ERROR);
          assertThat(absent.reason()).isNotBlank();
        }
      }
    }
    assertThat(measured).as("examples that were measured at all").isPositive();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void sentenceRowsHaveAMetricAScoreAndAKeyOfTheirOwn(RowEvaluator evaluator) {
    List<String> declared = evaluator.spec().metrics().stream().map(Metric::name).toList();
    for (Outcome outcome : score(evaluator, EXAMPLES)) {
      assertThat(outcome.evidence())
          .allSatisfy(
              row -> {
                assertThat(declared).contains(row.metric());
                assertThat(row.score()).isFinite();
                assertThat(row.sentenceIndex()).isNotNegative();
                assertThat(outcome.measures().get(row.metric())).isInstanceOf(Measure.Value.class);
              })
          .extracting(EvaluatorContractTest::key)
          .doesNotHaveDuplicates();
    }
  }

  /** Whatever judges reply: exactly the declared metrics, in range, and rows with keys. */
  @ParameterizedTest
  @MethodSource("asking")
  void judgesKeepTheirSpecWhateverIsReplied(AskingEvaluator evaluator) {
    Spec spec = evaluator.spec();
    List<String> declared = spec.metrics().stream().map(Metric::name).toList();
    int measured = 0;
    for (int i = 0; i < EXAMPLES.size(); i++) {
      Map<String, String> attributes = new java.util.HashMap<>(EXAMPLES.get(i).attributes());
      attributes.put("repeats", "[\"one\", \"\", \"two\"]");
      Example example = Examples.withAttributes(EXAMPLES.get(i), attributes);
      Outcome outcome = Judged.score(evaluator, example, Judged.random(i));
      assertThat(outcome.measures().keySet()).containsExactlyElementsOf(declared);
      for (Metric metric : spec.metrics()) {
        Measure measure = outcome.measures().get(metric.name());
        if (measure instanceof Measure.Value value) {
          measured++;
          assertThat(metric.inRange(value.value())).as("%s %s", metric.name(), value).isTrue();
        } else if (measure instanceof Measure.Absent absent) {
          assertThat(absent.status()).as(absent.reason()).isNotEqualTo(Status.MODEL_ERROR);
          assertThat(absent.reason()).isNotBlank();
        }
      }
      assertThat(outcome.evidence()).extracting(EvaluatorContractTest::key).doesNotHaveDuplicates();
      assertThat(outcome.evidence()).allSatisfy(row -> assertThat(declared).contains(row.metric()));
    }
    assertThat(measured).as("examples that were measured at all").isPositive();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void doesNotDependOnTheBatch(RowEvaluator evaluator) {
    List<Outcome> whole = score(evaluator, EXAMPLES);
    List<Outcome> single = new ArrayList<>();
    EXAMPLES.forEach(example -> single.addAll(score(evaluator, List.of(example))));
    assertThat(single).isEqualTo(whole);

    List<Integer> order =
        new ArrayList<>(Stream.iterate(0, i -> i + 1).limit(EXAMPLES.size()).toList());
    Collections.shuffle(order, new Random(7));
    List<Outcome> shuffled = score(evaluator, order.stream().map(EXAMPLES::get).toList());
    for (int i = 0; i < order.size(); i++) {
      assertThat(shuffled.get(i)).isEqualTo(whole.get(order.get(i)));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void survivesSerialization(Evaluator evaluator) throws Exception {
    Object copy = copy(evaluator);
    assertThat(copy).isEqualTo(evaluator).hasToString(evaluator.toString());
  }

  @SuppressWarnings({"unchecked", "BanSerializableRead"})
  private static <T extends Serializable> T copy(T object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void saysWhatItIs(Evaluator evaluator) {
    Spec spec = evaluator.spec();
    assertThat(spec.id()).matches("[a-z][a-z0-9_]*");
    assertThat(spec.title()).isNotBlank();
    assertThat(spec.meaning()).isNotBlank();
    assertThat(spec.source()).isNotBlank();
    assertThat(spec.metrics())
        .allSatisfy(metric -> assertThat(metric.name()).matches("[a-z][a-z0-9_]*"))
        .allSatisfy(metric -> assertThat(metric.meaning()).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("all")
  void isBuiltFromItsParametersAgain(Evaluator evaluator) {
    assertThat(evaluator).isInstanceOf(Record.class);
    assertThat(Parameters.set(evaluator.spec().id(), evaluator, Map.of())).isEqualTo(evaluator);
  }

  @Test
  void qualifiedMetricNamesAreUnique() {
    assertThat(all().stream().map(Evaluator::spec).toList())
        .flatExtracting(spec -> spec.metrics().stream().map(spec::qualified).toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void everyEvaluatorOfThePackageIsRegisteredOnce() throws Exception {
    assertThat(all().stream().map(Object::getClass).map(Class::getName).distinct())
        .containsExactlyInAnyOrderElementsOf(publicEvaluators());
  }

  private static List<String> publicEvaluators() throws IOException, URISyntaxException {
    Path classes =
        Path.of(Evaluators.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes.resolve("dev/assay/evaluators"))) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.substring(0, file.length() - 6).replace('/', '.').replace('\\', '.'))
          .filter(EvaluatorContractTest::isEvaluator)
          .toList();
    }
  }

  private static boolean isEvaluator(String name) {
    try {
      Class<?> type = Class.forName(name);
      return Evaluator.class.isAssignableFrom(type) && Modifier.isPublic(type.getModifiers());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Outcome> score(RowEvaluator evaluator, List<Example> batch) {
    Models models = FakeModels.with(FakeEmbedder.hashing(48));
    return new Scoring(List.of(evaluator))
        .score(batch, models).stream().map(scored -> scored.get(evaluator.spec().id())).toList();
  }

  private static String key(Evidence row) {
    return row.metric() + "/" + row.side() + "/" + row.sentenceIndex();
  }
}
