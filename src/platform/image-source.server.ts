import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";

/** Images of other sites. Errors are messages for the owner. */
export type ImageSource = {
  /** Why the URL is not allowed, or null; no request. `hosts` add to the configured ones. */
  refuse(address: string, hosts?: ReadonlySet<string>): string | null;
  fetch(address: string, hosts?: ReadonlySet<string>): Promise<Result<Uint8Array, string>>;
};

export type OpenResponse = {
  status: number;
  location: string | null;
  /** From the header. */
  length: number | null;
  body: AsyncIterable<Uint8Array>;
  close(): void;
};

/** Replaced in tests. */
export type Network = {
  resolve(host: string): Promise<string[]>;
  /** Requests this IP address without resolving again. */
  open(url: URL, address: string, signal: AbortSignal): Promise<OpenResponse>;
};

type Limits = { bytes: number; ms: number };

const MAX_REDIRECTS = 3;

/** Outside the public internet (IANA special-purpose registries). */
const INNER = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  INNER.addSubnet(net, prefix, "ipv4");
}
// Only 2000::/3 is public, without the parts that map IPv4.
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet("2000::", 3, "ipv6");
const INNER_V6 = new BlockList();
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  INNER_V6.addSubnet(net, prefix, "ipv6");
}

export function isPublicIp(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !INNER.check(address, "ipv4");
  return kind === 6 && PUBLIC_V6.check(address, "ipv6") && !INNER_V6.check(address, "ipv6");
}

const NOT_AN_ADDRESS = "This is no address of a picture";
const NOT_REACHED = "The picture's host could not be reached";

/**
 * Fetches images by https from configured hosts only. Refuses private networks (even by DNS), foreign
 * redirects, and responses beyond the limits.
 */
export function createImageSource(
  hosts: readonly string[],
  limits: Limits,
  network: Network = realNetwork,
): ImageSource {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));

  function refuse(address: string, hosts?: ReadonlySet<string>): string | null {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return NOT_AN_ADDRESS;
    if (!allowed.has(url.hostname) && !hosts?.has(url.hostname))
      return `Pictures are not fetched from ${url.hostname}`;
    if (url.protocol !== "https:") return "Pictures are fetched by https only";
    const isPlain = url.port === "" && url.username === "" && url.password === "";
    return isPlain ? null : NOT_AN_ADDRESS;
  }

  async function request(url: URL, signal: AbortSignal): Promise<Result<OpenResponse, string>> {
    const addresses = await network.resolve(url.hostname);
    const [first] = addresses;
    if (!first || !addresses.every(isPublicIp)) {
      return fail(`${url.hostname} is no host of the public internet`);
    }
    return ok(await network.open(url, first, signal));
  }

  function redirectOf(
    response: OpenResponse,
    from: URL,
    hosts: ReadonlySet<string> | undefined,
  ): Result<URL, string> {
    if (response.status < 300 || response.status > 399 || !response.location) {
      return fail(`The picture's host answered ${response.status}`);
    }
    const url = URL.parse(response.location, from);
    if (!url || url.hostname !== from.hostname || refuse(url.href, hosts) !== null) {
      return fail("The picture's host leads to another place");
    }
    return ok(url);
  }

  async function follow(
    address: string,
    hosts: ReadonlySet<string> | undefined,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array, string>> {
    let url = new URL(address);
    for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
      const requested = await request(url, signal);
      if (!requested.ok) return requested;
      const response = requested.value;
      try {
        if (response.status === 200) return await readWithin(response, limits.bytes);
        const redirect = redirectOf(response, url, hosts);
        if (!redirect.ok) return redirect;
        url = redirect.value;
      } finally {
        response.close();
      }
    }
    return fail("The picture's host leads around in circles");
  }

  return {
    refuse,
    async fetch(address, hosts) {
      const refusal = refuse(address, hosts);
      if (refusal !== null) return fail(refusal);
      const signal = AbortSignal.timeout(limits.ms);
      const late = new Promise<Result<never, string>>((resolve) => {
        const message = `The picture did not arrive within ${Math.round(limits.ms / 1000)} seconds`;
        signal.addEventListener("abort", () => resolve(fail(message)), { once: true });
      });
      return Promise.race([follow(address, hosts, signal).catch(() => fail(NOT_REACHED)), late]);
    },
  };
}

async function readWithin(
  response: OpenResponse,
  most: number,
): Promise<Result<Uint8Array, string>> {
  const tooLarge = fail(`The picture is larger than ${Math.round(most / 1024 / 1024)} MB`);
  if ((response.length ?? 0) > most) return tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > most) return tooLarge;
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks));
}

const realNetwork: Network = {
  async resolve(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  },
  open(url, address, signal) {
    const family = isIP(address) === 6 ? 6 : 4;
    const headers = { accept: "image/avif,image/webp,image/*", "user-agent": "Demerara Atelier" };
    return new Promise((resolve, reject) => {
      const asking = request(url, {
        signal,
        headers,
        agent: false,
        // Another lookup could return an unchecked address.
        lookup: (_host, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
      });
      asking.on("response", (response) => resolve(opened(response)));
      asking.on("error", reject);
      asking.end();
    });
  },
};

function opened(response: IncomingMessage): OpenResponse {
  const { "content-length": length, location } = response.headers;
  return {
    status: response.statusCode ?? 0,
    location: location ?? null,
    length: length === undefined ? null : Number(length),
    body: response,
    close: () => void response.destroy(),
  };
}
