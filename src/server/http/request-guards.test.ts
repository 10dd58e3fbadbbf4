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
  ["/%00", "", { kind: "bad" }],
  ["/%", "", { kind: "bad" }],
  ["/%ff", "", { kind: "bad" }],
  ["/shop", "?q=%00", { kind: "bad" }],
  ["/shop", "?q=%zz", { kind: "good" }],
])("the address %s%s is judged", (pathname, search, verdict) => {
  expect(validateUrl(pathname, search)).toEqual(verdict);
});

test("whatever the address, a redirect stays on this site and leads to a good address", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("/", "//", "a", "%2F", "..", "evil.example")), (parts) => {
      const verdict = validateUrl(`/${parts.join("")}`, "");
      if (verdict.kind !== "moved") return;
      expect(verdict.location).not.toMatch(/^\/\//);
      expect(new URL(verdict.location, "http://shop.example").host).toBe("shop.example");
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
  [{ "sec-fetch-site": "same-origin" }, false],
])("a write with %j is foreign: %s", (headers, foreign) => {
  expect(isForeignOrigin(new Headers(headers), "https://shop.example")).toBe(foreign);
});
