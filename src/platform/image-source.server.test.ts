import { expect, test } from "vitest";
import type { Network, OpenResponse } from "./image-source.server.ts";
import { createImageSource, isPublicIp } from "./image-source.server.ts";

const ADDRESS = "https://cdn.example/gown.jpg";
const bytes = new TextEncoder().encode("a picture");

async function* items(...each: Uint8Array[]) {
  yield* each;
}

const respond = (change: Partial<OpenResponse> = {}): OpenResponse => ({
  status: 200,
  location: null,
  length: null,
  body: items(bytes),
  close: () => undefined,
  ...change,
});

/** The network of a test, and the requests made. */
function sourceOn(change: Partial<Network>, limits = { bytes: 100, ms: 1_000 }) {
  const opened: string[] = [];
  const network: Network = {
    resolve: async () => ["93.184.215.14"],
    open: async () => respond(),
    ...change,
  };
  const noted: Network = {
    ...network,
    open(url, address, signal) {
      opened.push(`${url.href} at ${address}`);
      return network.open(url, address, signal);
    },
  };
  return { opened, source: createImageSource(["cdn.example", "CDN.shopify.com"], limits, noted) };
}

test("a picture comes from an allowed host, at the very network address that was looked at", async () => {
  const { source, opened } = sourceOn({});
  expect(await source.fetch(ADDRESS)).toEqual({ ok: true, value: Buffer.from(bytes) });
  expect(opened).toEqual([`${ADDRESS} at 93.184.215.14`]);
});

test.each([
  ["http://cdn.example/gown.jpg", "Pictures are fetched by https only"],
  ["https://evil.example/gown.jpg", "Pictures are not fetched from evil.example"],
  ["https://cdn.example.evil.example/", "Pictures are not fetched from cdn.example.evil.example"],
  ["https://127.0.0.1/gown.jpg", "Pictures are not fetched from 127.0.0.1"],
  ["https://cdn.example:8443/gown.jpg", "This is no address of a picture"],
  ["https://owner:secret@cdn.example/gown.jpg", "This is no address of a picture"],
  ["https://cdn.example@evil.example/", "Pictures are not fetched from evil.example"],
  ["file:///etc/passwd", "This is no address of a picture"],
  ["gown.jpg", "This is no address of a picture"],
])("%s is refused before anything is asked", async (address, message) => {
  const { source, opened } = sourceOn({});
  expect(source.refuse(address)).toBe(message);
  expect(await source.fetch(address)).toEqual({ ok: false, error: message });
  expect(opened).toEqual([]);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.20.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "::1",
  "::ffff:127.0.0.1",
  "fd00::1",
  "fe80::1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
])("a host whose name leads to %s is not asked", async (inner) => {
  const { source, opened } = sourceOn({ resolve: async () => ["93.184.215.14", inner] });
  const fetched = await source.fetch(ADDRESS);
  expect(fetched).toEqual({ ok: false, error: "cdn.example is no host of the public internet" });
  expect(opened).toEqual([]);
  expect(isPublicIp("2606:2800:21f:cb07:6820:80da:af6b:8b2c")).toBe(true);
});

test("a redirect is followed on the same host, looked at anew, and never to another or in circles", async () => {
  const leads = (location: string) =>
    sourceOn({ open: async () => respond({ status: 302, location }) });
  for (const location of ["https://evil.example/", "http://cdn.example/", "https://127.0.0.1/"]) {
    const { source, opened } = leads(location);
    expect(await source.fetch(ADDRESS)).toMatchObject({
      error: "The picture's host leads to another place",
    });
    expect(opened).toHaveLength(1);
  }
  const circles = leads("/again.jpg");
  expect(await circles.source.fetch(ADDRESS)).toMatchObject({
    error: "The picture's host leads around in circles",
  });
  let names = 0;
  const rebound = sourceOn({
    resolve: async () => (names++ === 0 ? ["93.184.215.14"] : ["127.0.0.1"]),
    open: async () => respond({ status: 301, location: "/next.jpg" }),
  });
  expect(await rebound.source.fetch(ADDRESS)).toMatchObject({ ok: false });
  expect(rebound.opened).toHaveLength(1);
});

test("no more bytes and no more time than the limits say, announced or not", async () => {
  const large = items(new Uint8Array(60), new Uint8Array(60));
  const messages = { ok: false, error: expect.stringContaining("larger than") };
  expect(
    await sourceOn({ open: async () => respond({ length: 101 }) }).source.fetch(ADDRESS),
  ).toEqual(messages);
  expect(
    await sourceOn({ open: async () => respond({ body: large }) }).source.fetch(ADDRESS),
  ).toEqual(messages);
  const never = new Promise<never>(() => undefined);
  const slow = sourceOn({ open: () => never }, { bytes: 100, ms: 20 });
  expect(await slow.source.fetch(ADDRESS)).toMatchObject({
    error: expect.stringContaining("did not arrive"),
  });
});

test("a host that responds with an error or not at all gets a clear message", async () => {
  expect(
    await sourceOn({ open: async () => respond({ status: 404 }) }).source.fetch(ADDRESS),
  ).toMatchObject({
    error: "The picture's host answered 404",
  });
  const gone = sourceOn({ resolve: () => Promise.reject(new Error("ENOTFOUND")) });
  expect(await gone.source.fetch(ADDRESS)).toMatchObject({
    error: "The picture's host could not be reached",
  });
});
