import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { staffMember } from "../production.ts";
import { currentShop } from "../shop/current-shop.ts";
import { pathOfProduct } from "../shop/products.ts";
import type { Shop } from "../shop/shop.ts";
import { waitUntil } from "../wait-until.ts";
import { anotherSession } from "./customer.ts";
import { cartSidebar, visit } from "./shop.ts";

/** A tailor with the atelier permission, in a browser of its own; `await using` closes it. */
export async function tailorAt(browser: Browser, shop: Shop) {
  const { userId } = await shop.inDatabase((db) => staffMember(db, true, "Rosa Gomes"));
  return anotherSession(browser, shop.url, userId);
}

export const MADE_SUIT = "Stabroek Two-Piece Suit";

/** Cut to the person measured in this browser, of the first cloth that is not used up. */
export async function addSuitToCart(page: Page): Promise<void> {
  await visit(page, `${await pathOfProduct(MADE_SUIT)}/made-to-measure`);
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toBeVisible();
}

/** The page of an order line's pattern; without a component, the page leads to the first. */
export const patternPath = (orderItemId: string) => `/admin/atelier/patterns/${orderItemId}`;

/** Has the shop draft an order's line, as the page's button "Draft it now" does. */
export async function draftPattern(table: Page, orderItemId: string): Promise<void> {
  const path = patternPath(orderItemId);
  const drafted = await table.request.post(path, {
    form: { intent: "draft" },
    headers: { origin: currentShop().url },
    maxRedirects: 0,
  });
  expect([drafted.status(), drafted.headers().location]).toEqual([303, path]);
}

/** pg-boss sends a due job by a job of this queue. */
const DUE_JOBS = "__pgboss__send-it";

async function countPendingDrafts(boss: PgBoss): Promise<number> {
  const jobs = [
    ...(await boss.findJobs("draft-patterns")),
    ...(await boss.findJobs(DUE_JOBS, { data: { name: "draft-patterns" } })),
  ];
  return jobs.filter(({ state }) => ["created", "retry", "active"].includes(state)).length;
}

const LOOKS = { everyMs: 100 };

/**
 * A shop writes its schedule in the background after it has opened, over the rows of the shop that it was cloned from. Only
 * what it has written stays ended.
 */
async function unscheduleAll(boss: PgBoss, { startedAt }: Shop): Promise<void> {
  const isWritten = async () => {
    const schedules = await boss.getSchedules();
    // The connection of a test gives times as text.
    return schedules.every(({ updatedOn }) => new Date(updatedOn) >= startedAt);
  };
  await waitUntil("the shop has written its schedule", isWritten, LOOKS);
  for (const { key, name } of await boss.getSchedules()) await boss.unschedule(name, key);
}

/** Ended once for each shop: a second test finds no schedule and no draft of it. */
const ended = new WeakMap<Shop, Promise<void>>();

/**
 * Ends the schedule of a shop's minute jobs and waits until none drafts patterns: from then on a paid garment is drafted only
 * when a test asks for it.
 */
export function endSchedule(shop: Shop): Promise<void> {
  const known = ended.get(shop);
  if (known) return known;
  const ending = shop.inDatabase(async (db) => {
    const boss = new PgBoss({ db: fromDrizzle(db, sql), supervise: false, schedule: false });
    await boss.start();
    try {
      await unscheduleAll(boss, shop);
      const isIdle = async () => (await countPendingDrafts(boss)) === 0;
      await waitUntil("no job drafts patterns", isIdle, LOOKS);
    } finally {
      await boss.stop({ graceful: false });
    }
  });
  ended.set(shop, ending);
  return ending;
}

/** Leads to production, where the measurements are found right. */
export async function checkMeasurements(table: Page): Promise<void> {
  await table.getByRole("link", { name: "Check them in production" }).click();
  await table.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(table.getByRole("button", { name: "Pattern is ready" })).toBeVisible();
  await expect(table.getByText(/waiting to send/)).toHaveCount(0);
}

/** Ticks off every choice that no design draws. */
async function tickChoices(table: Page): Promise<void> {
  const open = table.getByRole("form", { name: "Choices made by hand" });
  if ((await open.count()) === 0) return;
  for (const box of await open.getByRole("checkbox").all()) await box.check();
  await open.getByRole("button", { name: "Save what is ticked" }).click();
  await expect(table.getByText(/^Saved. What you ticked off is part/)).toBeVisible();
}

/** Approves the draft that the page shows, with its findings, and what is made by hand ticked off. */
export async function approvePattern(table: Page): Promise<void> {
  await tickChoices(table);
  const approval = table.getByRole("region", { name: "Approval" });
  const accepted = approval.getByRole("checkbox");
  for (const box of await accepted.all()) await box.check();
  await approval.getByRole("button", { name: /^Approve version/ }).click();
  await expect(approval.getByText(/^Version \d+ is approved$/)).toBeVisible();
}
