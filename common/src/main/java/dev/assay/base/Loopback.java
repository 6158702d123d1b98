package dev.assay.config.reading;

/** Addresses of this machine that no other reaches. A name such as 127.evil.org is none. */
final class Loopback {
  private Loopback() {}

  static boolean is(String host) {
    return host.matches("localhost|127(\\.[0-9]{1,3}){3}|\\[?::1\\]?");
  }
}
