package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DiskMemoryTest {
  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path folder;

  @Test
  void whatHasNoRoomInMemoryIsReadToTheLastBitAndNotComputedAgain() {
    CountingEmbedder model = new CountingEmbedder();
    DiskMemory disk = new DiskMemory(() -> folder, 64 * MEGABYTE);
    RememberingEmbedder small = new RememberingEmbedder(model, 10, disk);
    List<String> texts = IntStream.range(0, 2_000).mapToObj(i -> "text " + i).toList();
    List<Embedding> first = small.embed(texts);
    List<Embedding> again = small.embed(texts);
    assertThat(model.most()).isEqualTo(1);
    assertThat(small.modelTexts()).isEqualTo(2_000);
    assertThat(small.remembered()).isEqualTo(2_000);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(again.get(i).vector()).isEqualTo(first.get(i).vector());
      assertThat(again.get(i).tokens()).isEqualTo(texts.get(i).length());
      assertThat(again.get(i).truncated()).isFalse();
    }
    Overflow<Embedding> cut = disk.of("cut", Embedding::bytes, Embedding::of);
    cut.write("x", new Embedding(new float[] {-0f, Float.MIN_VALUE}, 7, true));
    Embedding read = cut.read("x").orElseThrow();
    assertThat(read.vector()).containsExactly(-0f, Float.MIN_VALUE);
    assertThat(read.truncated()).isTrue();
    assertThat(disk.of("other", Embedding::bytes, Embedding::of).read("x")).isEmpty();
  }

  @Test
  void theFileHasNoNameAndIsMadeWhenThereIsSomethingToWrite() throws Exception {
    DiskMemory disk = new DiskMemory(() -> folder.resolve("later"), MEGABYTE);
    Overflow<byte[]> some = bytes(disk);
    assertThat(some.read("x")).isEmpty();
    Files.createDirectory(folder.resolve("later"));
    some.write("x", new byte[] {1});
    assertThat(some.read("x")).contains(new byte[] {1});
    try (Stream<Path> left = Files.list(folder.resolve("later"))) {
      assertThat(left).as("what a killed process would leave").isEmpty();
    }
  }

  @Test
  void theOldestGoFirstAndNothingElseIsEverRead() {
    Overflow<byte[]> some = bytes(new DiskMemory(() -> folder, 8 * MEGABYTE));
    SplittableRandom random = new SplittableRandom(5);
    int[] lengths = random.ints(1_500, 0, 64_000).toArray();
    int known = 0;
    for (int i = 0; i < lengths.length; i++) {
      some.write("text " + i, value(i, lengths[i]));
      int earlier = random.nextInt(i + 1);
      Optional<byte[]> read = some.read("text " + earlier);
      read.ifPresent(got -> assertThat(got).isEqualTo(value(earlier, lengths[earlier])));
      assertThat(some.read("text " + i)).contains(value(i, lengths[i]));
      known += read.isPresent() ? 1 : 0;
    }
    assertThat(some.read("text 0")).as("of 48 MB the first").isEmpty();
    // The file holds some 262 values: of the first 262 all, and 262 of n later.
    double expected = 262 + 262 * Math.log(1_500 / 262.0);
    assertThat((double) known).isBetween(expected * .9, expected * 1.1);
    for (int length : new int[] {RingFile.ROOM - 1, RingFile.ROOM, RingFile.ROOM + 1}) {
      some.write("of " + length, value(length, length));
      assertThat(some.read("of " + length)).contains(value(length, length));
    }
    byte[] tooLong = new byte[MEGABYTE + 1];
    some.write("long", tooLong);
    assertThat(some.read("long")).isEmpty();
  }

  @Test
  void theLatestAreThereHoweverManyShortOnesCameBefore() throws Exception {
    try (RingFile<Integer> ring = new RingFile<>(folder, 8 * MEGABYTE)) {
      for (int i = 0; i < 20_000; i++) {
        ring.write(i, ByteBuffer.wrap(value(i, 100)));
        int recent = Math.max(0, i - 1_000);
        assertThat(ring.read(recent, DiskMemoryTest::array)).contains(value(recent, 100));
      }
      assertThat(ring.has(20_000 - 1_100)).as("beyond the 1,024 that 8 MB know").isFalse();
    }
  }

  @Test
  void theFileGrowsNoFurtherWhereOthersFillTheDisk() throws Exception {
    long[] free = {4_000L * MEGABYTE};
    try (RingFile<Integer> ring = new RingFile<>(folder, 2_000L * MEGABYTE, () -> free[0])) {
      assertThat(ring.size()).as("a quarter of what is free").isEqualTo(1_000L * MEGABYTE);
      for (int i = 0; i < 300; i++) {
        free[0] = i < 20 ? 2_000L * MEGABYTE : 1_999L * MEGABYTE;
        ring.write(i, ByteBuffer.wrap(value(i, MEGABYTE)));
        assertThat(ring.read(i, DiskMemoryTest::array)).contains(value(i, MEGABYTE));
      }
      assertThat(ring.size()).isBetween(20L * MEGABYTE, 90L * MEGABYTE);
    }
  }

  @Test
  void halfASurrogatePairIsNotTakenForAQuestionMark() {
    Overflow<byte[]> some = bytes(new DiskMemory(() -> folder, MEGABYTE));
    some.write("x?", new byte[] {1});
    some.write("x\uD83D", new byte[] {2});
    assertThat(some.read("x\uD83D")).isEmpty();
    assertThat(some.read("x?")).contains(new byte[] {1});
    for (String half : List.of("\uDE00x", "\uDE00\uD83D", "x\uD83D\uD83D\uDE00")) {
      some.write(half, new byte[] {3});
      assertThat(some.read(half)).isEmpty();
    }
    some.write("x\uD83D\uDE00y", new byte[] {4});
    assertThat(some.read("x\uD83D\uDE00y")).contains(new byte[] {4});
  }

  @Test
  void threadsReadWhatOthersWriteOver() throws Exception {
    Overflow<byte[]> some = bytes(new DiskMemory(() -> folder, MEGABYTE));
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      Callable<Integer> work =
          () -> {
            SplittableRandom random = new SplittableRandom(Thread.currentThread().getId());
            int read = 0;
            for (int round = 0; round < 20_000; round++) {
              int i = random.nextInt(100);
              Optional<byte[]> got = some.read("text " + i);
              if (got.isPresent()) {
                assertThat(got.get()).isEqualTo(value(i, 20_000 + i));
                read++;
              } else {
                some.write("text " + i, value(i, 20_000 + i));
              }
            }
            return read;
          };
      for (Future<Integer> done : pool.invokeAll(List.of(work, work, work, work))) {
        assertThat(done.get()).isPositive();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aThreadThatIsInterruptedTakesNothingFromOthers() {
    Overflow<byte[]> some = bytes(new DiskMemory(() -> folder, MEGABYTE));
    some.write("x", new byte[] {1});
    Thread.currentThread().interrupt();
    assertThat(some.read("x")).isEmpty();
    some.write("y", new byte[] {2});
    assertThat(Thread.interrupted()).isTrue();
    assertThat(some.read("x")).contains(new byte[] {1});
    assertThat(some.read("y")).isEmpty();
  }

  @Test
  void withoutADiskNothingIsKeptAndNothingFails() {
    Overflow<byte[]> absent = bytes(new DiskMemory(() -> folder.resolve("absent"), MEGABYTE));
    absent.write("x", new byte[] {1});
    absent.write("x", new byte[] {1});
    assertThat(absent.read("x")).isEmpty();
    Overflow<byte[]> none = bytes(DiskMemory.none());
    none.write("x", new byte[] {1});
    assertThat(none.read("x")).isEmpty();
  }

  private static Overflow<byte[]> bytes(DiskMemory disk) {
    return disk.of("bytes", ByteBuffer::wrap, DiskMemoryTest::array);
  }

  private static byte[] array(ByteBuffer bytes) {
    byte[] array = new byte[bytes.remaining()];
    bytes.get(array);
    return array;
  }

  private static byte[] value(int seed, int length) {
    byte[] value = new byte[length];
    new java.util.Random(seed).nextBytes(value);
    return value;
  }
}
