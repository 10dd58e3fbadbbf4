import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { garments } from "#db/schema/production.server.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { createGarmentOrder, garmentEventsOf, staffMember } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

/** A paid suit that was fitted, and a tailor with the atelier role. */
async function fittedSuit(shop: string) {
  const box = currentShop().measurementBox;
  return inShopDatabase(shop, async (db) => {
    const order = await createGarmentOrder(db, { box, customerEmail: newEmail() });
    const garmentId = order.garments[0]?.id ?? "";
    await db.update(garments).set({ stage: "fitted" }).where(eq(garments.id, garmentId));
    const { userId } = await staffMember(db, true, "Rosa");
    return { garmentId, userId };
  });
}

/** What the chest should measure, in cm. */
async function chestTarget(page: Page): Promise<number> {
  const row = page.getByRole("listitem").filter({ has: page.getByLabel("Chest, in cm") });
  return Number(/Should be ([\d.]+) cm/.exec(await row.innerText())?.[1]);
}

test("a measure outside its tolerance holds the garment until the tailor accepts it with a reason", async ({
  baseURL,
  browser,
  noise,
}) => {
  noise.expect(/status of 422/);
  const shop = baseURL ?? "";
  const { garmentId, userId } = await fittedSuit(shop);
  await using tailor = await anotherSession(browser, shop, userId);
  const { page } = tailor;
  await page.setViewportSize({ width: 820, height: 1180 });
  const production = `/admin/atelier/production/${garmentId}`;
  await visit(page, production);
  await page.getByRole("link", { name: "Quality control" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Quality control" })).toBeVisible();
  await expectReadable(page);
  await expectFitsEveryWidth(page);

  const chest = page.getByLabel("Chest, in cm");
  const record = page.getByRole("button", { name: "Record the measures" });
  const checks = page.getByRole("region", { name: "Checks" });
  const target = await chestTarget(page);
  await chest.fill("a hand");
  await record.press("Enter");
  await expect(chest).toHaveAttribute("aria-invalid", "true");
  await expect(chest).toHaveValue("a hand");
  await chest.fill(String(target + 8));
  await record.press("Enter");
  await expect(page.getByText("Outside a tolerance: a decision is needed")).toBeVisible();
  await expect(checks.getByRole("listitem")).toHaveText([/^Outside a tolerance.*Rosa/s]);

  await visit(page, production);
  await page.getByRole("button", { name: "It is finished" }).click();
  const refused = page.getByRole("alert").filter({ hasText: "this change was not stored" });
  await expect(refused).toContainText("Quality control found a measure outside its tolerance");
  await refused.getByRole("button", { name: "Remove it" }).click();
  await expect(refused).toHaveCount(0);

  await page.getByRole("link", { name: "Quality control" }).click();
  await expect(chest).toHaveValue(String(target + 8));
  await page
    .getByLabel("Accepted outside a tolerance because")
    .fill("The customer asked for room over a jumper.");
  await record.press("Enter");
  await expect(checks.getByRole("listitem").first()).toContainText("Outside a tolerance, accepted");
  await expectReadable(page);

  await visit(page, production);
  await page.getByRole("button", { name: "It is finished" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "(now)" })).toContainText("Finished");
  await expect(page.getByText("waiting to send")).toHaveCount(0);
  const events = await inShopDatabase(shop, (db) => garmentEventsOf(db, garmentId));
  expect(events.flatMap(({ toStage }) => toStage ?? [])).toEqual(["received", "finished"]);
});
