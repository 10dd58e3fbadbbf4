import { expect, test } from "vitest";
import { acceptedEncoding, isCompressible } from "./content-encoding.ts";

test.each([
  [undefined, "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.5, gzip;q=0.9", "gzip"],
  ["identity", "identity"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["nonsense;;q=x,,", "identity"],
])("Accept-Encoding %j is answered with %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test("text is compressed, pictures and event streams are not", () => {
  expect(isCompressible("text/html; charset=utf-8")).toBe(true);
  expect(isCompressible("text/x-script")).toBe(true);
  expect(isCompressible("image/svg+xml")).toBe(true);
  expect(isCompressible("image/webp")).toBe(false);
  expect(isCompressible("text/event-stream")).toBe(false);
  expect(isCompressible(null)).toBe(false);
});
