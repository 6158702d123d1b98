package dev.assay.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Texts for a parser, from the words of its language in any order, again and again, nested, and
 * from good texts with a little changed. What it throws beyond what it declares, and what takes
 * longer than seconds, is found. The number of texts is {@code -Dassay.fuzz.tries}, the seed {@code
 * -Dassay.fuzz.seed}.
 */
public final class Fuzz {
  private static final int TRIES = Integer.getInteger("assay.fuzz.tries", 2000);
  private static final long SEED = Long.getLong("assay.fuzz.seed", 20261124);
  private static final int SECONDS = 20;
  private static final int LONGEST = 20_000;

  private final List<String> words;
  private final List<String> good;
  private final Random random;

  private Fuzz(List<String> words, List<String> good) {
    this.words = words;
    this.good = good;
    this.random = new Random(SEED);
  }

  /** The texts themselves, for what reads many at once. */
  public static List<String> texts(List<String> words, List<String> good) {
    Fuzz fuzz = new Fuzz(words, good);
    return Stream.generate(fuzz::next).limit(TRIES).toList();
  }

  /** Has {@code parser} read them; it may throw what is in {@code declared}. */
  @SafeVarargs
  public static void parser(
      List<String> words,
      List<String> good,
      Consumer<String> parser,
      Class<? extends Throwable>... declared) {
    Fuzz fuzz = new Fuzz(words, good);
    ExecutorService one =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work, "fuzz");
              thread.setDaemon(true);
              return thread;
            });
    try {
      for (int i = 0; i < TRIES; i++) {
        String text = fuzz.next();
        try {
          one.submit(() -> parser.accept(text)).get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
          Throwable thrown = e.getCause();
          if (List.of(declared).stream().noneMatch(type -> type.isInstance(thrown))) {
            throw new AssertionError(
                "text " + i + " (" + shown(text) + ") throws " + thrown, thrown);
          }
        } catch (TimeoutException e) {
          throw new AssertionError(
              "text " + i + " takes over " + SECONDS + " s: " + shown(text), e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new AssertionError("interrupted", e);
        }
      }
    } finally {
      one.shutdownNow();
    }
  }

  private static String shown(String text) {
    return text.length() <= 300 ? text : text.substring(0, 300) + "… of " + text.length();
  }

  private String next() {
    String text =
        switch (random.nextInt(5)) {
          case 0 -> any(1 + random.nextInt(12));
          case 1 -> word().repeat(1 + random.nextInt(LONGEST / 4)) + any(2);
          case 2 -> nested();
          case 3 -> changed(one(good));
          default -> changed(one(good) + any(1 + random.nextInt(4)) + one(good));
        };
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }

  private String nested() {
    String open = any(1 + random.nextInt(2));
    String close = any(1 + random.nextInt(2));
    int depth = 1 + random.nextInt(2000);
    return open.repeat(depth) + word() + close.repeat(depth);
  }

  private String changed(String text) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(changed.length() + 1);
      int end = Math.min(changed.length(), at + random.nextInt(6));
      switch (random.nextInt(3)) {
        case 0 -> changed.delete(at, end);
        case 1 -> changed.insert(at, word());
        default -> changed.insert(at, changed.substring(at, end).repeat(random.nextInt(50)));
      }
    }
    return changed.toString();
  }

  private String any(int number) {
    List<String> some = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      some.add(word());
    }
    return String.join(random.nextBoolean() ? " " : "", some);
  }

  private String word() {
    return random.nextInt(8) == 0
        ? Character.toString(random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10FFFF))
        : one(words);
  }

  private String one(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }
}
