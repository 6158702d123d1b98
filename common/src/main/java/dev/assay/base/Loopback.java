package dev.assay.base;

import java.net.URI;

/** Addresses of this machine that no other reaches. A name such as 127.evil.org is none. */
public final class Loopback {
  private Loopback() {}

  /** Whether {@code host} is one. */
  public static boolean is(String host) {
    return host.matches("localhost|127(\\.[0-9]{1,3}){3}|\\[?::1\\]?");
  }

  /** Whether nobody between can read what is sent to {@code url}. */
  public static boolean isSafe(URI url) {
    return "https".equals(url.getScheme()) || is(url.getHost());
  }
}
