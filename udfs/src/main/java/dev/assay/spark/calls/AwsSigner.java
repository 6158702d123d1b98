package dev.assay.spark.calls;

import dev.assay.llm.wire.Signer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Amazon's Signature Version 4 for Bedrock, with the credentials that the AWS SDK finds on this
 * executor: environment, profile, role.
 */
final class AwsSigner implements Signer {
  private static final Pattern HOST = Pattern.compile("\\.([a-z0-9-]+)\\.amazonaws\\.com");

  /** Java's client writes these itself. */
  private static final Set<String> OWN = Set.of("host", "content-length", "content-type");

  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

  /** Asked for credentials at each request, since those of a role expire; it remembers them. */
  private static final class Credentials {
    static final AwsCredentialsProvider FOUND = DefaultCredentialsProvider.builder().build();
  }

  @Override
  public Map<String, String> headers(URI url, String body) {
    AwsCredentialsIdentity who = Credentials.FOUND.resolveCredentials();
    SdkHttpRequest unsigned =
        SdkHttpRequest.builder()
            .uri(url)
            .method(SdkHttpMethod.POST)
            .putHeader("Content-Type", "application/json")
            .build();
    Map<String, String> headers = new HashMap<>();
    signer
        .sign(
            parts ->
                parts
                    .identity(who)
                    .request(unsigned)
                    .payload(ContentStreamProvider.fromString(body, StandardCharsets.UTF_8))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "bedrock")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region(url)))
        .request()
        .forEachHeader(
            (name, values) -> {
              if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(",", values));
              }
            });
    return headers;
  }

  /** The region in the URL; of a private URL that which the SDK finds. */
  private static String region(URI url) {
    Matcher named = HOST.matcher(url.getHost());
    return named.find()
        ? named.group(1)
        : DefaultAwsRegionProviderChain.builder().build().getRegion().id();
  }
}
