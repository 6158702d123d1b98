package dev.assay.tables.lease;

import dev.assay.tables.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * The right to write to a store, which one command has at a time; those that only read need none.
 *
 * <p>A command writes a claim and reads all claims. Alone, it has the store. Where another has it,
 * or two try at once and the other's id is smaller, it takes its claim back. What decides is the
 * claim that is held: it is written before the claims are read once more, and stays until it is
 * given back, so that of two the later reader sees both and takes his back.
 *
 * <p>The holder writes his claim anew every {@link Terms#beat()}. One that was not written for
 * {@link Terms#stale()}, by the clock of the file system, is void, and at once where its process is
 * known to have ended. A holder that was paused for so long finds his claim gone, or another's
 * beside it, and does not write any more ({@link #check()}).
 */
public final class StoreLease implements AutoCloseable {

  /** Directory of the claims below a store. */
  public static final String DIRECTORY = "_lease";

  /** After Spark has stopped, before file systems are closed. */
  private static final int AT_EXIT = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private final Claims claims;
  private final Holder holder;
  private final Terms terms;
  private final ScheduledExecutorService beats;
  private final Runnable atExit = this::release;
  private volatile String lost = "";
  private volatile long seen = System.nanoTime();

  private StoreLease(Claims claims, Holder holder, Terms terms) {
    this.claims = claims;
    this.holder = holder;
    this.terms = terms;
    this.beats =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "store-lease");
              thread.setDaemon(true);
              return thread;
            });
    long beat = terms.beat().toMillis();
    beats.scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
    ShutdownHookManager.get().addShutdownHook(atExit, AT_EXIT);
  }

  /**
   * Takes the store at {@code root} for {@code command}, waiting for at most {@code wait}.
   *
   * @param say told once where it has to wait, and when a void claim is passed by
   * @throws StoreException where another command has it for longer
   */
  public static StoreLease take(
      Configuration files, String root, String command, Duration wait, Consumer<String> say) {
    return take(
        new Claims(files, root + "/" + DIRECTORY), Holder.here(command), Terms.USUAL, wait, say);
  }

  static StoreLease take(
      Claims claims, Holder me, Terms terms, Duration wait, Consumer<String> say) {
    long end = System.nanoTime() + wait.toNanos();
    boolean told = false;
    try {
      while (true) {
        Optional<Holder> other = rival(claims, me, terms, say);
        if (other.isEmpty()) {
          claims.put(me, true);
          other = holder(claims, me);
          if (other.isEmpty()) {
            return new StoreLease(claims, me, terms);
          }
          claims.remove(me);
        }
        if (System.nanoTime() >= end) {
          throw inUse(other.get(), terms, wait);
        }
        if (!told) {
          say.accept("waiting for " + other.get());
          told = true;
        }
        pause(terms.look());
      }
    } catch (RuntimeException e) {
      try {
        claims.remove(me);
      } catch (StoreException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** Claims the store if nobody does; who does, if anybody, and then no claim is left behind. */
  private static Optional<Holder> rival(
      Claims claims, Holder me, Terms terms, Consumer<String> say) {
    Optional<Holder> before =
        others(claims, me, terms, say).stream().findFirst().map(Claim::holder);
    if (before.isPresent()) {
      return before;
    }
    claims.put(me, false);
    while (true) {
      List<Claim> others = others(claims, me, terms, say);
      if (others.isEmpty()) {
        return Optional.empty();
      }
      Optional<Claim> first =
          others.stream()
              .filter(claim -> claim.held() || claim.holder().id().compareTo(me.id()) < 0)
              .findFirst();
      if (first.isPresent()) {
        claims.remove(me);
        return first.map(Claim::holder);
      }
      // The others see this claim and take theirs back; nobody new comes while it stands.
      pause(terms.settle());
    }
  }

  /**
   * Who else has the store. One that tried is missed by a list during which his claim was renamed.
   */
  private static Optional<Holder> holder(Claims claims, Holder me) {
    return claims.all().stream()
        .filter(claim -> claim.held() && !claim.holder().id().equals(me.id()))
        .map(Claim::holder)
        .findFirst();
  }

  /** The claims of others that are not void. */
  private static List<Claim> others(Claims claims, Holder me, Terms terms, Consumer<String> say) {
    List<Claim> others =
        claims.all().stream().filter(claim -> !claim.holder().id().equals(me.id())).toList();
    if (others.isEmpty()) {
      return others;
    }
    long now = claims.now(me);
    return others.stream().filter(claim -> !isVoid(claims, claim, now, terms, say)).toList();
  }

  private static boolean isVoid(
      Claims claims, Claim claim, long now, Terms terms, Consumer<String> say) {
    boolean ended = claim.holder().ended();
    long silent = now - claim.written();
    if (!ended && silent <= terms.stale().toMillis()) {
      return false;
    }
    say.accept(
        "the store was left by %s, %s"
            .formatted(
                claim.holder(),
                ended ? "which has ended" : "not heard of for " + silent / 1000 + " s"));
    claims.remove(claim.holder());
    return true;
  }

  private static StoreException inUse(Holder other, Terms terms, Duration wait) {
    return new StoreException(
        "The store is written to by %s.%s The same command works once that one has ended (--wait"
                .formatted(
                    other,
                    wait.isZero() ? "" : " It was waited for %d s.".formatted(wait.toSeconds()))
            + " MINUTES waits for it); commands that only read need not wait. If it is gone for good,"
            + " its claim is void %d s after it was last heard of."
                .formatted(terms.stale().toSeconds()));
  }

  /**
   * Before rows are written.
   *
   * @throws StoreException where the store is another's by now
   */
  public void check() {
    if (lost.isEmpty() && silent() > terms.stale().toNanos() / 2) {
      beat();
    }
    if (!lost.isEmpty()) {
      throw new StoreException(lost);
    }
  }

  private synchronized void beat() {
    if (!lost.isEmpty()) {
      return;
    }
    try {
      if (!claims.has(holder)) {
        lose("this command was not heard of for too long, and its claim was taken");
        return;
      }
      claims.put(holder, true);
      if (silent() > terms.stale().toNanos()) {
        // Somebody may be about to remove this claim, for the silence of the one before it.
        pause(terms.look());
      }
      Optional<Holder> other = holder(claims, holder);
      if (other.isPresent()) {
        claims.remove(holder);
        lose("by now it is written to by " + other.get());
        return;
      }
      seen = System.nanoTime();
    } catch (RuntimeException e) { // The file system may be back at the next beat.
      if (silent() > terms.stale().toNanos()) {
        lose("its directory could not be reached for too long (" + e.getMessage() + ")");
      }
    }
  }

  private long silent() {
    return System.nanoTime() - seen;
  }

  private void lose(String why) {
    lost =
        "The store is no longer this command's: "
            + why
            + ". What is stored is kept; the same command goes on from there.";
  }

  @Override
  public void close() {
    try {
      ShutdownHookManager.get().removeShutdownHook(atExit);
    } catch (IllegalStateException e) { // The process ends: the hook gives it back.
      return;
    }
    release();
  }

  private synchronized void release() {
    beats.shutdownNow();
    if (lost.isEmpty()) {
      lose("it was given back");
      claims.remove(holder);
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Stopped while waiting for the store", e);
    }
  }
}
