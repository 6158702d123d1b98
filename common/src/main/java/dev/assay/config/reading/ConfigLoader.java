package dev.assay.config.reading;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import dev.assay.base.Hocon;
import dev.assay.config.AssayConfig;
import java.io.File;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the configuration: {@code reference.conf}, over it the given files in order, over those the
 * {@code key=value} settings. {@code ${?NAME}} is taken from the environment. Every problem is
 * found before anything runs, and all are reported together. Loaders are immutable.
 */
public final class ConfigLoader {
  private static final Key PAGE = Key.of("report.path");
  private static final Key NIGHT = Key.of("run.key");

  private final List<Layer> layers;
  private final Names names;
  private final Map<String, String> environment;

  private ConfigLoader(List<Layer> layers, Names names, Map<String, String> environment) {
    this.layers = List.copyOf(layers);
    this.names = names;
    this.environment = environment;
  }

  /** The defaults alone; names of evaluators and stages are not checked. */
  public static ConfigLoader defaults() {
    return new ConfigLoader(List.of(), new Names(Set.of(), Set.of()), System.getenv());
  }

  /** With a file over what was given before. */
  public ConfigLoader file(Path file) {
    // Of a file that is named without a folder, includes would not find what stands beside it.
    File whole = file.toAbsolutePath().toFile();
    return with(
        options ->
            ConfigFactory.parseFile(
                whole, options.setIncluder(new Includes()).setOriginDescription(file.toString())));
  }

  /** With a file from the class path, found beside {@code owner}, over what was given before. */
  public ConfigLoader resource(Class<?> owner, String name) {
    return with(options -> parse(owner, name, options));
  }

  /**
   * With one {@code key=value} over what was given before. The value is HOCON where it opens a
   * list, a block or a quote, otherwise it is taken as it stands, so that paths need no quotes.
   */
  public ConfigLoader set(String setting) {
    return with(options -> Setting.parse(setting, options));
  }

  /** Whether a {@code key=value} gives a secret in plain words, not as {@code ${?NAME}}. */
  public static boolean showsSecret(String setting) {
    return Setting.showsSecret(setting);
  }

  /** Checks names against all evaluators' ids and all stages; an empty set checks nothing. */
  public ConfigLoader knowing(Set<String> evaluators, Set<String> stages) {
    return new ConfigLoader(layers, new Names(evaluators, stages), environment);
  }

  /** Takes {@code ${?NAME}} from here instead of the process's environment. */
  ConfigLoader environment(Map<String, String> variables) {
    return new ConfigLoader(layers, names, Map.copyOf(variables));
  }

  /**
   * Reads and checks everything, for reading alone: nothing is asked of the stages.
   *
   * @throws ConfigException with every problem
   */
  public Loaded load() {
    return load(config -> List.of());
  }

  /**
   * Reads and checks everything, and that there is what the stages about to run read first.
   *
   * @param running the stages, which may depend on the configuration
   * @throws ConfigException with every problem
   */
  public Loaded load(Function<AssayConfig, List<String>> running) {
    Config reference = reference();
    Config merged = reference;
    for (Config layer : parse()) {
      merged = layer.withFallback(merged);
    }
    ConfigObject root = resolved(merged).root();
    Problems problems = new Problems(root);
    Optional<AssayConfig> config =
        new RecordReader(AssayConfig.class, reference.root(), problems)
            .read(AssayConfig.class, root);
    Rules rules = new Rules(new Checks(problems, names.evaluators()), names.stages());
    config.ifPresent(read -> rules.check(read, running));
    if (problems.any() || config.isEmpty()) {
      throw new ConfigException(problems.messages());
    }
    AssayConfig read = config.get();
    String hash =
        read.run().key().isEmpty()
            ? hashOfAnyNight(read)
            : sha256(Plain.canonical(read, Set.of(PAGE)));
    return new Loaded(read, Plain.readable(read), hash);
  }

  /** The hash of {@code config} that it has with any {@code run.key}: the one without any. */
  public static String hashOfAnyNight(AssayConfig config) {
    return sha256(Plain.canonical(config, Set.of(PAGE, NIGHT)));
  }

  private List<Config> parse() {
    List<Config> parsed = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    for (Layer layer : layers) {
      try {
        parsed.add(
            Hocon.read(() -> layer.parse(ConfigParseOptions.defaults().setAllowMissing(false))));
      } catch (com.typesafe.config.ConfigException failure) {
        unreadable.add("The configuration cannot be read: " + failure.getMessage());
      }
    }
    if (!unreadable.isEmpty()) {
      throw new ConfigException(unreadable);
    }
    return parsed;
  }

  private Config resolved(Config merged) {
    try {
      return Hocon.read(
          () ->
              merged.resolve(
                  ConfigResolveOptions.defaults()
                      .setUseSystemEnvironment(false)
                      .appendResolver(new Environment(environment))));
    } catch (com.typesafe.config.ConfigException failure) {
      throw new ConfigException(
          List.of("The configuration cannot be resolved: " + failure.getMessage()));
    }
  }

  private ConfigLoader with(Layer layer) {
    List<Layer> more = new ArrayList<>(layers);
    more.add(layer);
    return new ConfigLoader(more, names, environment);
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("This Java has no SHA-256", missing);
    }
  }

  /** It never changes while a program runs. */
  private static final class Reference {
    static final Config PARSED =
        parse(ConfigLoader.class, "reference.conf", ConfigParseOptions.defaults());
  }

  private static Config reference() {
    return Reference.PARSED;
  }

  private static Config parse(Class<?> owner, String name, ConfigParseOptions options) {
    URL url = owner.getResource(name);
    if (url == null) {
      throw new IllegalStateException(name + " is not on the class path beside " + owner);
    }
    return ConfigFactory.parseURL(url, options.setOriginDescription(name));
  }

  private record Names(Set<String> evaluators, Set<String> stages) {
    Names {
      evaluators = Set.copyOf(evaluators);
      stages = Set.copyOf(stages);
    }
  }

  private interface Layer {
    Config parse(ConfigParseOptions options);
  }

  /**
   * A configuration that passed every check.
   *
   * @param rendered all of it, resolved, secrets masked, as HOCON for people
   * @param hash SHA-256 in hex of all of it but {@code report.path}, and {@code run.key} where it
   *     is empty; secrets masked
   */
  public record Loaded(AssayConfig config, String rendered, String hash) {}
}
