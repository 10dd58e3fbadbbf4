import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrustedProxies } from "./client-ip.ts";
import { createClientIpOf, LOOPBACK_PROXIES } from "./client-ip.ts";

const incoming = (peer: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

const clientIp = (trusted: TrustedProxies | undefined, peer: string, forwarded?: string) =>
  createClientIpOf(trusted)(incoming(peer, forwarded));

test.each<[string, TrustedProxies | undefined, string, string | undefined, string]>([
  ["no proxy: the header is not read", undefined, "203.0.113.7", "1.1.1.1", "203.0.113.7"],
  ["one hop: the last entry", 1, "10.0.0.1", "1.1.1.1, 203.0.113.7", "203.0.113.7"],
  ["two hops: the one before", 2, "10.0.0.1", "1.1.1.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
  ["two hops, one entry: the furthest known", 2, "10.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["one hop without a header: the caller", 1, "203.0.113.7", undefined, "203.0.113.7"],
  ["a network of proxies", ["10.0.0.0/8"], "10.0.0.1", "1.1.1.1, 203.0.113.7", "203.0.113.7"],
  ["several of them", ["10.0.0.0/8"], "10.0.0.1", "203.0.113.7, 10.9.9.9", "203.0.113.7"],
  ["a stranger's own header", ["10.0.0.0/8"], "203.0.113.7", "1.1.1.1", "203.0.113.7"],
  ["IPv4 in IPv6", ["10.0.0.0/8"], "::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["an IPv6 proxy", ["2001:db8::/32"], "2001:db8::1", "2001:db9::5", "2001:db9::5"],
  ["entries with ports", 1, "10.0.0.1", "203.0.113.7:5123", "203.0.113.7"],
  ["IPv6 with a port", 1, "10.0.0.1", "[2001:db8::7]:5123", "2001:db8::7"],
  ["an entry that is no address", 1, "10.0.0.1", "1.1.1.1, unknown", "10.0.0.1"],
  ["a proxy on this machine", LOOPBACK_PROXIES, "127.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["not on this machine", LOOPBACK_PROXIES, "203.0.113.7", "1.1.1.1", "203.0.113.7"],
])("the client behind %s", (_case, trusted, peer, forwarded, expected) => {
  expect(clientIp(trusted, peer, forwarded)).toBe(expected);
});

test("what a visitor writes before the proxy's entry never changes the client", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (claims) => {
      const forwarded = [...claims.map((claim) => claim.replaceAll(",", "")), "203.0.113.7"].join(
        ", ",
      );
      expect(clientIp(1, "10.0.0.1", forwarded)).toBe("203.0.113.7");
      expect(clientIp(["10.0.0.1"], "10.0.0.1", forwarded)).toBe("203.0.113.7");
      expect(clientIp(undefined, "198.51.100.1", forwarded)).toBe("198.51.100.1");
    }),
  );
});

test("a closed connection has no address", () => {
  expect(createClientIpOf(1)(incoming(undefined, "1.1.1.1"))).toBe("unknown");
});
