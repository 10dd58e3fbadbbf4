import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shopRoutes } from "#tests/support/shop-host.ts";
import { createMatchedRoute } from "./matched-route.ts";
import { createRateLimiter, defaultRateLimits, limitedPatterns, rateKindOf } from "./rate-limit.ts";

const matchedRoute = createMatchedRoute(shopRoutes);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("after a burst a client is slowed down to the steady rate and hears how long to wait", async () => {
  const limits = { ...defaultRateLimits, auth: { points: 3, duration: 6, batch: 1 } };
  const limiter = createRateLimiter(limits, null);
  const attempts = [1, 2, 3, 4, 5];
  const tries = () => Promise.all(attempts.map(() => limiter.consume("auth", "203.0.113.7")));
  expect(await tries()).toEqual([0, 0, 0, 2, 2]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await tries()).toEqual([0, 2, 2, 2, 2]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await tries()).toEqual([0, 0, 0, 2, 2]);
});

test("a visitor's limit is not another's, and signing in does not use up the limit of the checkout", async () => {
  const limits = { ...defaultRateLimits, auth: { points: 1, duration: 1, batch: 1 } };
  const limiter = createRateLimiter(limits, null);
  await limiter.consume("auth", "203.0.113.7");
  expect(await limiter.consume("auth", "203.0.113.7")).toBeGreaterThan(0);
  expect(await limiter.consume("auth", "203.0.113.8")).toBe(0);
  expect(await limiter.consume("checkout", "203.0.113.7")).toBe(0);
});

test("a family of ten behind one router can all sign in and check out at once", async () => {
  const limiter = createRateLimiter(defaultRateLimits, null);
  for (let person = 0; person < 10; person += 1) {
    expect(await limiter.consume("auth", "family")).toBe(0);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await limiter.consume("checkout", "family")).toBe(0);
    }
  }
});

test.each([
  ["POST", "/login", "auth"],
  ["POST", "/login.data", "auth"],
  ["POST", "/checkout", "checkout"],
  ["POST", "/checkout.data", "checkout"],
  ["POST", "/checkout/test-payment/cs_1", "write"],
  ["POST", "/contact", "message"],
  ["POST", "/product/0198f000-0000-7000-8000-000000000001/inquiry", "inquiry"],
  ["POST", "/product/1/inquiry.data", "inquiry"],
  ["POST", "/product/1/back-in-stock", "inquiry"],
  ["POST", "/product/1/back-in-stock.data", "inquiry"],
  ["POST", "/Contact", "message"],
  ["POST", "/%63ontact", "message"],
  ["POST", "/contact/_.data", "message"],
  ["POST", "/order%2Dlookup", "auth"],
  ["POST", "/Auth/Forgot.data", "auth"],
  ["POST", "/auth/forgotten", "write"],
  ["POST", "/contact.DATA", "write"],
  ["POST", "/", "write"],
  ["GET", "/Images/1/640.avif", "image"],
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
  ["POST", "/profile/orders/1/lines/2", "auth"],
  ["POST", "/payments/events", null],
])("%s %s counts as %s", (method, path, kind) => {
  expect(rateKindOf(method, matchedRoute(path))).toBe(kind);
});

test("every limited pattern is a route of the shop", () => {
  const patterns = shopRoutes.map(({ path }) => path);
  expect(limitedPatterns.length).toBeGreaterThan(20);
  expect(patterns).toEqual(expect.arrayContaining(limitedPatterns));
});
