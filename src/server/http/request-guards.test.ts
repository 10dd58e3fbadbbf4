import fc from "fast-check";
import { expect, test } from "vitest";
import { isForeignOrigin, validateUrl } from "./request-guards.ts";

test.each([
  ["/", "", { kind: "good" }],
  ["/shop", "?page=2", { kind: "good" }],
  ["/shop/", "?page=2", { kind: "moved", location: "/shop?page=2" }],
  ["//evil.example/", "", { kind: "moved", location: "/evil.example" }],
  ["//", "", { kind: "moved", location: "/" }],
  ["/a//b///c//", "", { kind: "moved", location: "/a/b/c" }],
  ["/order%2Dlookup", "?a=1", { kind: "moved", location: "/order-lookup?a=1" }],
  ["/%63%6Fntact", "", { kind: "moved", location: "/contact" }],
  ["/contact%2Edata", "", { kind: "moved", location: "/contact.data" }],
  ["/caf%c3%a9", "", { kind: "moved", location: "/caf%C3%A9" }],
  ["/caf%C3%A9", "", { kind: "good" }],
  ["/a%2Fb", "", { kind: "good" }],
  ["/a%2fb%5c", "", { kind: "moved", location: "/a%2Fb%5C" }],
  ["/a%252D", "", { kind: "good" }],
  ["/a:b@c;d,e=f&g+h$i!(j)*~'", "", { kind: "good" }],
  ["/a%3Ab%40c", "", { kind: "moved", location: "/a:b@c" }],
  ["/%00", "", { kind: "bad" }],
  ["/%", "", { kind: "bad" }],
  ["/%ff", "", { kind: "bad" }],
  ["/shop", "?q=%00", { kind: "bad" }],
  ["/shop", "?q=%zz", { kind: "good" }],
])("the address %s%s is judged", (pathname, search, verdict) => {
  expect(validateUrl(pathname, search)).toEqual(verdict);
});

test("a redirect stays on this site and leads to a good path in one step", () => {
  const parts = [
    "/",
    "//",
    "a",
    "%2F",
    "..",
    "evil.example",
    "%61",
    "%c3%a9",
    "%5c",
    "é",
    ":",
    "%40",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), (path) => {
      const { pathname } = new URL(`http://shop.example/${path.join("")}`);
      const verdict = validateUrl(pathname, "");
      if (verdict.kind !== "moved") return;
      expect(verdict.location).not.toMatch(/^\/\//);
      expect(new URL(verdict.location, "http://shop.example").host).toBe("shop.example");
      expect(validateUrl(verdict.location, "").kind).toBe("good");
    }),
  );
});

test("every path a URL can have is good, bad or one redirect away from the path that means the same", () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const { pathname } = new URL(`http://shop.example${path}`);
      const verdict = validateUrl(pathname, "");
      if (verdict.kind !== "moved") return;
      const decoded = (text: string) => text.split("/").filter(Boolean).map(decodeURIComponent);
      expect(decoded(verdict.location)).toEqual(decoded(pathname));
      expect(validateUrl(verdict.location, "").kind).toBe("good");
    }),
  );
});

test.each([
  [{ origin: "https://shop.example" }, false],
  [{ origin: "http://192.168.1.5:3000", host: "192.168.1.5:3000" }, false],
  [{ origin: "https://evil.example", host: "192.168.1.5:3000" }, true],
  [{ origin: "null" }, true],
  [{}, false],
  [{ "sec-fetch-site": "cross-site" }, true],
  [{ "sec-fetch-site": "same-site" }, true],
  [{ "sec-fetch-site": "same-origin" }, false],
  [{ referer: "https://evil.example/page" }, true],
  [{ referer: "https://shop.example.evil.example/" }, true],
  [{ referer: "nonsense" }, true],
  [{ referer: "https://shop.example/product/gown" }, false],
  [{ referer: "http://192.168.1.5:3000/auth", host: "192.168.1.5:3000" }, false],
  [{ referer: "https://evil.example/", "sec-fetch-site": "same-origin" }, false],
])("a write with %j is foreign: %s", (headers, foreign) => {
  expect(isForeignOrigin(new Headers(headers), "https://shop.example")).toBe(foreign);
});
