package dev.assay.llm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.model.bedrock.BedrockChatModel;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;

/**
 * Amazon Bedrock's Converse. With a Bedrock API key that is sent; without one requests are signed
 * (SigV4) with what the AWS SDK finds where the executor runs: environment, profile, role.
 */
final class BedrockDialect implements Dialect {
  private static final Pattern HOST = Pattern.compile("\\.([a-z0-9-]+)\\.amazonaws\\.com");

  /** Java's client writes these itself; the rest tells nothing but the SDK's version. */
  private static final Set<String> OWN = Set.of("host", "content-length", "content-type");

  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

  /** Asked for credentials at each request, since those of a role expire; it remembers them. */
  private static final class Credentials {
    static final AwsCredentialsProvider FOUND = DefaultCredentialsProvider.builder().build();
  }

  @Override
  public Client client(EndpointSpec endpoint) {
    AwsCourier courier = new AwsCourier();
    BedrockRuntimeClient runtime =
        BedrockRuntimeClient.builder()
            .httpClient(courier)
            .region(Region.AWS_GLOBAL)
            .endpointOverride(URI.create(endpoint.baseUrl()))
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .overrideConfiguration(own -> own.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build();
    return new Client(
        BedrockChatModel.builder().client(runtime).modelId(endpoint.model()).maxRetries(0).build(),
        courier);
  }

  @Override
  public void authorise(HttpRequest.Builder request, EndpointSpec endpoint, URI url, String body) {
    if (endpoint.bearer().isPresent()) {
      Dialect.super.authorise(request, endpoint, url, body);
      return;
    }
    AwsCredentialsIdentity who = Credentials.FOUND.resolveCredentials();
    SdkHttpRequest unsigned =
        SdkHttpRequest.builder()
            .uri(url)
            .method(SdkHttpMethod.POST)
            .putHeader("Content-Type", "application/json")
            .build();
    SignedRequest signed =
        signer.sign(
            parts ->
                parts
                    .identity(who)
                    .request(unsigned)
                    .payload(ContentStreamProvider.fromString(body, StandardCharsets.UTF_8))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "bedrock")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region(url)));
    signed
        .request()
        .headers()
        .forEach(
            (name, values) -> {
              if (!OWN.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.setHeader(name, value));
              }
            });
  }

  /** The region in the URL; of a private URL that which the SDK finds. */
  static String region(URI url) {
    Matcher named = HOST.matcher(url.getHost());
    return named.find()
        ? named.group(1)
        : DefaultAwsRegionProviderChain.builder().build().getRegion().id();
  }

  @Override
  public boolean formsAreTools() {
    return true;
  }

  @Override
  public Stream<ObjectNode> offered(ObjectNode body) {
    return Dialect.objects(body.path("toolConfig").path("tools"));
  }

  @Override
  public String arguments() {
    return "/toolSpec/inputSchema/json";
  }

  @Override
  public String finish() {
    return "/stopReason";
  }
}
