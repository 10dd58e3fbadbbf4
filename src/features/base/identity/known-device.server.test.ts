import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { findDeviceOf, findKnownDevice, knownDeviceCookie } from "./known-device.server.ts";

const SECRET = "a-secret-that-only-tests-know-0123456789";
const NOW = new Date("2026-07-01T12:00:00Z");
const ann = newId();
const bob = newId();

const browser = (cookie = "") =>
  new Request("http://shop.test/auth", cookie ? { headers: { cookie } } : {});
const open = (userId: string, cookie = "", now = NOW, secrets = [SECRET]) =>
  knownDeviceCookie(secrets, { request: browser(cookie), userId, now, https: false }).split(
    ";",
  )[0] ?? "";
const deviceOf = (userId: string, cookie: string, now = NOW, secrets = [SECRET]) =>
  findDeviceOf(secrets, { request: browser(cookie), userId, now });

test("a browser is known to the accounts that were opened in it, and to no others", () => {
  const cookie = open(bob, open(ann));
  expect(deviceOf(ann, cookie)).not.toBeNull();
  expect(deviceOf(bob, cookie)).toBe(deviceOf(ann, cookie));
  expect(deviceOf(newId(), cookie)).toBeNull();
  expect(findKnownDevice([SECRET], browser(cookie), NOW)).toBe(deviceOf(ann, cookie));
  expect(deviceOf(ann, "")).toBeNull();
});

test("a browser stays known for a year", () => {
  const cookie = open(ann);
  expect(deviceOf(ann, cookie, new Date(NOW.getTime() + 364 * DAY_MS))).not.toBeNull();
  expect(deviceOf(ann, cookie, new Date(NOW.getTime() + 365 * DAY_MS))).toBeNull();
  expect(deviceOf(ann, cookie, new Date(NOW.getTime() - 2 * DAY_MS))).toBeNull();
});

test("a browser is known to five accounts, the newest ones", () => {
  const accounts = [ann, ...Array.from({ length: 5 }, newId)];
  const cookie = accounts.reduce((former, userId) => open(userId, former), "");
  expect(accounts.map((userId) => deviceOf(userId, cookie) !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});

test("a cookie with any character changed, or of another shop, is not known", () => {
  const cookie = open(ann);
  fc.assert(
    fc.property(
      fc.nat(cookie.length - 17),
      fc.constantFrom("a", "B", "7", "!", "."),
      (at, letter) => {
        const index = at + 16;
        if (cookie[index] === letter) return;
        const changed = cookie.slice(0, index) + letter + cookie.slice(index + 1);
        expect(deviceOf(ann, changed)).toBeNull();
      },
    ),
  );
  expect(deviceOf(ann, cookie, NOW, [`${SECRET}-other`])).toBeNull();
});

test("the cookie says nothing about the account and is closed to scripts", () => {
  const header = knownDeviceCookie([SECRET], {
    request: browser(),
    userId: ann,
    now: NOW,
    https: true,
  });
  expect(header).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(header).not.toContain(ann);
});

test("a browser stays known while a former secret is accepted, and beyond it for the accounts opened since", () => {
  const rotated = [`${SECRET}-new`, SECRET];
  const cookie = open(bob, open(ann));
  expect(deviceOf(ann, cookie, NOW, rotated)).toBe(deviceOf(ann, cookie));
  expect(findKnownDevice(rotated, browser(cookie), NOW)).toBe(deviceOf(ann, cookie));
  const renewed = open(ann, cookie, NOW, rotated);
  for (const userId of [ann, bob]) {
    expect(deviceOf(userId, renewed, NOW, rotated)).toBe(deviceOf(ann, cookie));
  }
  expect(renewed.split("!")).toHaveLength(3);
  expect(deviceOf(ann, renewed, NOW, [`${SECRET}-new`])).toBe(deviceOf(ann, cookie));
  expect(deviceOf(bob, renewed, NOW, [`${SECRET}-new`])).toBeNull();
});
