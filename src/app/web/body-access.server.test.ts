import { afterAll, expect, test } from "vitest";
import { garmentToken } from "#features/garments/alterations/garment-access.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { firstVisit } from "#tests/support/mailed-links.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { shopRoutes } from "#tests/support/shop-host.ts";
import { mayReceiveBody } from "./body-access.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const clock = fixedClock("2027-03-10T14:00:00Z");
const deps = { db: shop.db, auth: testAuth(shop.db), clock, publicUrl: "http://shop.example" };

/** As `matchedRoute` names them. */
const patterns = shopRoutes.flatMap(({ path }) => path ?? []);

const asVisitor = (pattern: string, params = {}, cookie = "") => {
  const request = new Request("http://shop.example/", { method: "POST", headers: { cookie } });
  return mayReceiveBody(deps, request, { pattern, params });
};

test("of a visitor no long body is received where one must be signed in, and none by the path of another's thing", async () => {
  const open: string[] = [];
  for (const pattern of patterns) if (await asVisitor(pattern)) open.push(pattern);
  const closed = /^(admin|profile|account)(\/|$)|:(token|sessionId|garment|item)\b/;
  expect(patterns.filter((pattern) => closed.test(pattern)).length).toBeGreaterThan(60);
  expect(open.filter((pattern) => closed.test(pattern))).toEqual([]);
  expect(open).toContain("contact");
});

test("the photos of a garment are received from the bearer of its link, until the link ends", async () => {
  const [garment] = (await createGarmentOrder(shop.db)).garments;
  const garmentId = garment?.id ?? "";
  const now = clock.now();
  const tokenFor = (days: number) => garmentToken(deps.auth, { garmentId, days, now });
  expect(await asVisitor("garment/:token", { token: tokenFor(1) })).toBe(true);
  expect(await asVisitor("garment/:token", { token: tokenFor(-1) })).toBe(false);
  expect(await asVisitor("garment/:token", { token: "nobody" })).toBe(false);
  const open = firstVisit(tokenFor(1), deps.publicUrl);
  const ended = firstVisit(tokenFor(-1), deps.publicUrl);
  expect(await asVisitor("garment/:token", { token: open.address }, open.cookie)).toBe(true);
  expect(await asVisitor("garment/:token", { token: open.address })).toBe(false);
  expect(await asVisitor("garment/:token", { token: open.address }, ended.cookie)).toBe(false);
  expect(await asVisitor("garment/:token", { token: ended.address }, ended.cookie)).toBe(false);
});
