import { expect, test } from "vitest";
import { clientKeyOf, createRateLimiter, defaultRateLimits, rateKindOf } from "./rate-limit.ts";

test("a bucket empties, says how long to wait, and fills again with time", () => {
  let now = 0;
  const limits = { ...defaultRateLimits, auth: { burst: 3, perSecond: 0.5 } };
  const limiter = createRateLimiter(limits, () => now);
  const tries = () => [1, 2, 3, 4].map(() => limiter.take("auth", "203.0.113.7"));
  expect(tries()).toEqual([0, 0, 0, 2]);
  now += 2_000;
  expect(tries()).toEqual([0, 2, 2, 2]);
  now += 3_600_000;
  expect(tries()).toEqual([0, 0, 0, 2]);
});

test("one visitor's haste is nobody else's, and signing in does not use up shopping", () => {
  const limits = { ...defaultRateLimits, auth: { burst: 1, perSecond: 1 } };
  const limiter = createRateLimiter(limits, () => 0);
  limiter.take("auth", "203.0.113.7");
  expect(limiter.take("auth", "203.0.113.7")).toBeGreaterThan(0);
  expect(limiter.take("auth", "203.0.113.8")).toBe(0);
  expect(limiter.take("checkout", "203.0.113.7")).toBe(0);
});

test("a family of ten behind one router can all sign in and check out at once", () => {
  const limiter = createRateLimiter(defaultRateLimits, () => 0);
  for (let person = 0; person < 10; person += 1) {
    expect(limiter.take("auth", "family")).toBe(0);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(limiter.take("checkout", "family")).toBe(0);
    }
  }
});

test.each([
  ["POST", "/login", "auth"],
  ["POST", "/login.data", "auth"],
  ["POST", "/checkout/create", "checkout"],
  ["POST", "/contact", "message"],
  ["POST", "/product/0198f000-0000-7000-8000-000000000001/inquiry", "inquiry"],
  ["POST", "/product/1/inquiry.data", "inquiry"],
  ["POST", "/product/1/back-in-stock", "inquiry"],
  ["POST", "/product/1/back-in-stock.data", "inquiry"],
  ["POST", "/product/%2e%2e/inquiry.data", "inquiry"],
  ["GET", "/product/1/inquiry", "read"],
  ["POST", "/admin/orders", "write"],
  ["POST", "/mail/reports", "write"],
  ["POST", "/admin/uploads", "upload"],
  ["PATCH", "/admin/uploads/0198f000-0000-7000-8000-000000000001", "upload"],
  ["GET", "/shop", "read"],
  ["HEAD", "/login", "read"],
  ["GET", "/images/1/640.avif", "image"],
  ["GET", "/social/house/1.jpg", "image"],
  ["GET", "/feeds/google.xml", "feed"],
  ["GET", "/sitemaps/products-1.xml", "feed"],
  ["POST", "/order-lookup", "auth"],
  ["POST", "/order-lookup.data", "auth"],
  ["POST", "/payments/events", null],
])("%s %s counts as %s", (method, path, kind) => {
  expect(rateKindOf(method, path)).toBe(kind);
});

test("a household's whole IPv6 network is one visitor, an IPv4 address in IPv6 clothes is itself", () => {
  expect(clientKeyOf("2001:db8:1:2:aaaa::1")).toBe(clientKeyOf("2001:db8:1:2:bbbb:1:2:3"));
  expect(clientKeyOf("2001:db8:1:2::1")).not.toBe(clientKeyOf("2001:db8:1:3::1"));
  expect(clientKeyOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(clientKeyOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(clientKeyOf("unknown")).toBe("unknown");
});
