import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";

/** TRUSTED_PROXIES: their number in front, or their addresses and networks. */
export type TrustedProxies = number | readonly string[];

export const LOOPBACK_PROXIES: TrustedProxies = ["127.0.0.0/8", "::1"];

/** "unknown" once the connection is closed. */
export type ClientIpOf = (incoming: IncomingMessage) => string;

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");

/** Reads an address without its port, brackets and IPv6 form of IPv4; null for no address. */
function readAddress(text: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) === 0 ? null : address;
}

function createNetworks(entries: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    if (prefix === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(prefix), familyOf(address));
  }
  return networks;
}

/**
 * The visitor's IP: the nearest that is no trusted proxy. `X-Forwarded-For` is read from its end, where
 * proxies append their callers; the rest is the visitor's claim.
 */
export function createClientIpOf(trusted: TrustedProxies | undefined): ClientIpOf {
  const networks = typeof trusted === "object" ? createNetworks(trusted) : null;
  const hops = typeof trusted === "number" ? trusted : 0;
  const isTrusted = (address: string, hop: number) =>
    networks ? networks.check(address, familyOf(address)) : hop < hops;
  return (incoming) => {
    const peer = incoming.socket.remoteAddress;
    if (peer === undefined) return "unknown";
    let client = readAddress(peer) ?? peer;
    const forwarded = String(incoming.headers["x-forwarded-for"] ?? "").split(",");
    for (let hop = 0; isTrusted(client, hop); hop += 1) {
      const caller = readAddress(forwarded.pop()?.trim() ?? "");
      // Invalid: the last known caller counts.
      if (caller === null) return client;
      client = caller;
    }
    return client;
  };
}
