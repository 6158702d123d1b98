package dev.assay.spark;

import dev.assay.core.SetOutcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A set in parts that keep groups whole: what is said of all of them, and without each in turn.
 * States may change as they are merged, so parts are kept as bytes.
 *
 * @param parts tallies, each as {@link #bytes}
 */
record SetParts<O extends Serializable, S extends Serializable>(
    SetScoring<O, S> scoring, List<byte[]> parts) {

  SetTally<S> whole() {
    SetTally<S> tally = scoring.empty();
    parts.forEach(part -> scoring.add(tally, tally(part)));
    return tally;
  }

  /** What is said without each part that has something to say. */
  List<SetOutcome> without() {
    // Of all parts before the i-th, and of all after it: each is merged twice, not once a part.
    List<byte[]> before = new ArrayList<>(List.of(bytes(scoring.empty())));
    List<byte[]> after = new ArrayList<>(before);
    int last = parts.size() - 1;
    for (int i = 0; i < last; i++) {
      before.add(merged(before.get(i), parts.get(i)));
      after.add(merged(after.get(i), parts.get(last - i)));
    }
    List<SetOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      if (scoring.finish(tally(parts.get(i))).n() > 0) {
        outcomes.add(scoring.finish(tally(merged(before.get(i), after.get(last - i)))));
      }
    }
    return outcomes;
  }

  private byte[] merged(byte[] left, byte[] right) {
    SetTally<S> tally = scoring.empty();
    scoring.add(tally, tally(left));
    scoring.add(tally, tally(right));
    return bytes(tally);
  }

  private static <S extends Serializable> SetTally<S> tally(byte[] bytes) {
    return SetParts.<SetTally<S>>object(bytes);
  }

  static byte[] bytes(Serializable object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + object.getClass().getName(), e);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "BanSerializableRead"})
  static <T> T object(byte[] bytes) {
    // Only what this job wrote into its own shuffle is read.
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (T) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("Cannot read a state of this job", e);
    }
  }
}
