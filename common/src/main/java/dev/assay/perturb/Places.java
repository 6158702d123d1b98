package dev.assay.perturb;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Which of several places are changed. */
public final class Places {
  private Places() {}

  /** So many of {@code places} as the intensity says, each as likely as any other. */
  public static <T> Set<T> drawn(List<T> places, Intensity intensity, SplittableRandom random) {
    Object[] order = places.toArray();
    int wanted = intensity.of(order.length);
    for (int i = 0; i < wanted; i++) {
      int other = i + random.nextInt(order.length - i);
      Object swap = order[i];
      order[i] = order[other];
      order[other] = swap;
    }
    @SuppressWarnings("unchecked")
    List<T> chosen = (List<T>) Arrays.asList(order).subList(0, wanted);
    return new HashSet<>(chosen);
  }

  /** One of {@code choices}. */
  public static <T> T one(List<T> choices, SplittableRandom random) {
    return choices.get(random.nextInt(choices.size()));
  }
}
