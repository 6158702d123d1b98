package dev.assay.spark.models;

import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.model.CrossEncoder;
import dev.assay.model.DiskMemory;
import dev.assay.model.Embedder;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntityRecogniser;
import dev.assay.model.LanguageIdentifier;
import dev.assay.model.LanguageModel;
import dev.assay.model.RememberingEmbedder;
import dev.assay.model.SentimentModel;
import dev.assay.model.TextClassifier;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.onnx.ModelFiles;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.ModelTokenizer;
import dev.assay.model.onnx.OnnxEmbedder;
import dev.assay.text.TokenCounter;
import java.io.Serializable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The models of an executor: loaded when first asked for, once per JVM and device, shared by its
 * tasks. Serialized, it is the parameters alone.
 *
 * @param spec the sentence embedder
 * @param remember texts whose results an executor remembers
 * @param diskMegabytes what an executor keeps on disk of texts beyond those that memory holds; 0:
 *     nothing
 * @param slots what fills the other slots; a network without a device of its own runs where the
 *     embedder does
 */
public record ExecutorModels(ModelSpec spec, int remember, int diskMegabytes, SlotSpecs slots)
    implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorModels.class);
  private static final ConcurrentMap<ModelSpec, OnnxEmbedder> NETWORKS = new ConcurrentHashMap<>();
  private static final ConcurrentMap<String, ModelTokenizer> TOKENIZERS = new ConcurrentHashMap<>();
  private static final ConcurrentMap<ExecutorModels, Loaded> LOADED = new ConcurrentHashMap<>();
  private static final ConcurrentMap<DiskOf, DiskMemory> DISKS = new ConcurrentHashMap<>();

  /** With what the product carries in the other slots. */
  public ExecutorModels(ModelSpec spec, int remember) {
    this(spec, remember, SlotSpecs.embedded());
  }

  /** With nothing on disk. */
  public ExecutorModels(ModelSpec spec, int remember, SlotSpecs slots) {
    this(spec, remember, 0, slots);
  }

  /** The models of this JVM, for evaluators. Inside a task, on the task's GPU if it has one. */
  public Models models() {
    ModelSpec embedder = Devices.here(spec);
    return LOADED.computeIfAbsent(
        new ExecutorModels(embedder, remember, diskMegabytes, slots.here(embedder.device())),
        ExecutorModels::load);
  }

  /** Where the networks run in the running task, by slot: {@code cpu} or {@code gpu:N}. */
  public Map<Slot, String> devices() {
    String embedder = Devices.here(spec).device();
    Map<Slot, String> devices = slots.here(embedder).devices();
    devices.put(Slot.EMBEDDER, embedder);
    return devices;
  }

  private static Loaded load(ExecutorModels here) {
    long started = System.nanoTime();
    Loaded loaded = loaded(here);
    LOG.info(
        "Models on {} are ready after {} ms; without one are slots {}",
        here.devices(),
        (System.nanoTime() - started) / 1_000_000,
        Arrays.stream(Slot.values()).filter(slot -> loaded.missing(slot).isPresent()).toList());
    return loaded;
  }

  private static Loaded loaded(ExecutorModels here) {
    RememberingEmbedder embedder = here.remembering(here.spec());
    TokenEmbedder tokens = TokenModels.of(TokenModels.carried(here.spec()), embedder);
    return new Loaded(
        embedder,
        EntailmentModels.load(here, tokens),
        TokenModels.load(here, tokens, embedder),
        SlotModels.classifiers(here, embedder),
        SlotModels.sentiment(here),
        SlotModels.entities(here),
        SlotModels.languages(here),
        SlotModels.crossEncoder(here),
        SlotModels.languageModel(here));
  }

  /** The embedder {@code network} with its memory. */
  RememberingEmbedder remembering(ModelSpec network) {
    return new RememberingEmbedder(network(network), remember, disk());
  }

  /** Vectors of two devices differ in their last bits. */
  private record DiskOf(int megabytes, String device) {}

  /** What this JVM keeps on disk, for all models of a device together. */
  DiskMemory disk() {
    return DISKS.computeIfAbsent(
        new DiskOf(diskMegabytes, spec.device()),
        one -> new DiskMemory(LocalFolder::get, (long) one.megabytes() << 20));
  }

  /** Ids of the models by slot, without the empty ones. Reads files, loads nothing. */
  public Map<Slot, String> ids() {
    Map<Slot, String> ids = new EnumMap<>(Slot.class);
    ids.put(Slot.EMBEDDER, embedderId(spec));
    TokenModels.id(this).ifPresent(id -> ids.put(Slot.TOKEN_EMBEDDER, id));
    EntailmentModels.id(this).ifPresent(id -> ids.put(Slot.ENTAILMENT, id));
    ids.putAll(SlotModels.ids(this));
    return ids;
  }

  /**
   * The embedder without a memory, for texts that are known to be distinct. Shares its network with
   * {@link #models()}.
   */
  public static Embedder embedder(ModelSpec spec) {
    return network(Devices.here(spec));
  }

  /** The network's token vectors without a memory; on the CPU or the task's GPU. */
  public static TokenEmbedder tokens(ModelSpec spec) {
    return network(Devices.here(spec));
  }

  /** The tokenizer of {@code spec}, without loading its network. */
  public static TokenCounter tokenCounter(ModelSpec spec) {
    return tokenizer(spec);
  }

  /** Number of tokens that an {@link dev.assay.model.Embedding} says of {@code text}. */
  public static int tokens(ModelSpec spec, String text) {
    ModelTokenizer tokenizer = tokenizer(spec);
    return tokenizer.count(text) + tokenizer.specials();
  }

  private static ModelTokenizer tokenizer(ModelSpec spec) {
    return TOKENIZERS.computeIfAbsent(
        spec.source(), source -> new ModelTokenizer(ModelLocation.files(source).tokenizer()));
  }

  /** What the {@code model} columns say of {@code spec}; reads the model's files, loads nothing. */
  public static String embedderId(ModelSpec spec) {
    return OnnxEmbedder.id(spec, ModelLocation.files(spec.source()));
  }

  /** Texts that have reached a model through {@link #models()} in this JVM. */
  public static long modelTexts() {
    return LOADED.values().stream().mapToLong(loaded -> loaded.embedder().modelTexts()).sum();
  }

  /** Texts that needed not reach the embedder in this JVM, since it remembered them. */
  public static long remembered() {
    return LOADED.values().stream().mapToLong(loaded -> loaded.embedder().remembered()).sum();
  }

  /** Nanoseconds that tasks have spent in models through {@link #models()} in this JVM. */
  public static long modelNanos() {
    return LOADED.values().stream().mapToLong(loaded -> loaded.embedder().modelNanos()).sum();
  }

  /** Spark NLP computes what ONNX computes, to 1e-5, so evaluators use the network directly. */
  static OnnxEmbedder network(ModelSpec spec) {
    return NETWORKS.computeIfAbsent(
        spec.withEngine(ModelSpec.ONNX),
        onnx -> {
          ModelFiles files = ModelLocation.files(onnx.source());
          return new OnnxEmbedder(onnx, files);
        });
  }

  private record Loaded(
      RememberingEmbedder embedder,
      Optional<EntailmentModel> nli,
      Optional<TokenEmbedder> tokens,
      Map<Slot, TextClassifier> classifiers,
      Optional<SentimentModel> mood,
      Optional<EntityRecogniser> ner,
      Optional<LanguageIdentifier> identifier,
      Optional<CrossEncoder> pairs,
      Optional<LanguageModel> causal)
      implements Models {

    @Override
    public EntailmentModel entailment() {
      return nli.orElseGet(Models.super::entailment);
    }

    @Override
    public TokenEmbedder tokenEmbedder() {
      return tokens.orElseGet(Models.super::tokenEmbedder);
    }

    @Override
    public TextClassifier classifier(Slot slot) {
      TextClassifier classifier = classifiers.get(slot);
      return classifier == null ? Models.super.classifier(slot) : classifier;
    }

    @Override
    public SentimentModel sentiment() {
      return mood.orElseGet(Models.super::sentiment);
    }

    @Override
    public EntityRecogniser entities() {
      return ner.orElseGet(Models.super::entities);
    }

    @Override
    public LanguageIdentifier languages() {
      return identifier.orElseGet(Models.super::languages);
    }

    @Override
    public CrossEncoder crossEncoder() {
      return pairs.orElseGet(Models.super::crossEncoder);
    }

    @Override
    public LanguageModel languageModel() {
      return causal.orElseGet(Models.super::languageModel);
    }

    @Override
    public Optional<String> missing(Slot slot) {
      boolean filled =
          switch (slot) {
            case EMBEDDER -> true;
            case TOKEN_EMBEDDER -> tokens.isPresent();
            case ENTAILMENT -> nli.isPresent();
            case TOXICITY, BIAS, TONE, TOPIC -> classifiers.containsKey(slot);
            case SENTIMENT -> mood.isPresent();
            case NER -> ner.isPresent();
            case LANGUAGE_ID -> identifier.isPresent();
            case CROSS_ENCODER -> pairs.isPresent();
            case LANGUAGE_MODEL -> causal.isPresent();
            case CHAT -> false;
          };
      return filled ? Optional.empty() : Optional.of("models." + slot.key() + " is not configured");
    }
  }
}
