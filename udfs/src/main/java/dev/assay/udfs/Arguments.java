package dev.assay.udfs;

import dev.assay.core.Example;
import java.util.List;
import scala.collection.Seq;

/** What the two arguments of a metric function are. */
enum Arguments {
  ANSWER_CONTEXTS {
    @Override
    Example example(Object first, Object second) {
      return Example.of(null, null, texts(second), (String) first);
    }
  },
  PREMISE_HYPOTHESIS {
    @Override
    Example example(Object first, Object second) {
      return Example.of(null, null, List.of((String) first), (String) second);
    }
  },
  QUESTION_CONTEXTS {
    @Override
    Example example(Object first, Object second) {
      return Example.of((String) first, null, texts(second), null);
    }
  },
  QUESTION_ANSWER {
    @Override
    Example example(Object first, Object second) {
      return Example.of((String) first, null, List.of(), (String) second);
    }
  },
  CONTEXTS_ANSWER {
    @Override
    Example example(Object first, Object second) {
      return Example.of(null, null, texts(first), (String) second);
    }
  },
  EXPECTED_ANSWER {
    @Override
    Example example(Object first, Object second) {
      return Example.of(null, (String) first, List.of(), (String) second);
    }
  };

  /** The example that the arguments describe; neither is null. */
  abstract Example example(Object first, Object second);

  @SuppressWarnings("unchecked")
  private static List<String> texts(Object list) {
    return Vectors.texts((Seq<String>) list);
  }
}
