import { expect } from "@playwright/test";
import { orderNumber } from "#core/document-number.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import type { LifeChoice } from "#tests/support/browser/garment-life.ts";
import {
  buyMade,
  choiceOf,
  chooseMade,
  finishedMeasure,
  makeAndDeliver,
  openDraft,
  reportFit,
} from "#tests/support/browser/garment-life.ts";
import { DRESS_BODY, haveMeasured } from "#tests/support/browser/measured-person.ts";
import { openMeasurements } from "#tests/support/browser/open-measurements.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import {
  approvePattern,
  checkMeasurements,
  endSchedule,
  tailorAt,
} from "#tests/support/browser/tailor.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const DRESS = "Mashramani Print Dress";

const LENGTH: LifeChoice = ["Length", "Midi"];
const NECKLINE: LifeChoice = ["Neckline", "Square"];
const SLEEVE: LifeChoice = ["Sleeve", "Short"];
const CHOICES: readonly LifeChoice[] = [
  ["Fit", "Regular"],
  ["Cloth", "Black crêpe"],
  NECKLINE,
  SLEEVE,
  LENGTH,
  ["Lining", "Navy"],
];

test("a guest's dress is ordered with six choices, drafted, approved, sewn to its pattern and reported; the next one has a waist 1 cm looser", async ({
  browser,
  page,
  shop,
}) => {
  const email = newEmail();
  const path = await pathOfProduct(DRESS);
  await endSchedule(shop);
  await haveMeasured(page, "Asha", DRESS_BODY);
  await chooseMade(page, path, CHOICES);
  const dress = await buyMade(page, shop, email);
  await using tailor = await tailorAt(browser, shop);
  const { page: table } = tailor;
  await openDraft(table, dress.orderItemId);

  await test.step("the bodice says what is made by hand", async () => {
    await expect(table).toHaveURL(/\/bodice$/);
    await expect(choiceOf(table, NECKLINE)).toContainText("by hand");
    await expect(choiceOf(table, SLEEVE)).toContainText("by hand");
    await expect(table.getByRole("link", { name: "2 choices to tick off" })).toBeVisible();
    await expectReadable(table);
  });
  const bodice = table.url();
  const waist = await finishedMeasure(table, "Waist");
  const others = ["Chest", "Shoulder seam", "Back length"];
  const before = await Promise.all(others.map((name) => finishedMeasure(table, name)));

  await test.step("both components are approved, the skirt as long as it was ordered", async () => {
    await checkMeasurements(table);
    await visit(table, bodice);
    await approvePattern(table);
    await expect(choiceOf(table, NECKLINE)).toContainText("done by Rosa Gomes");
    await table.getByRole("link", { name: /^Circle skirt/ }).click();
    await expect(table).toHaveURL(/\/circleSkirt$/);
    await expect(choiceOf(table, LENGTH)).toContainText("drafted");
    const hem = await finishedMeasure(table, "Hem below the waist");
    expect(hem).toBeGreaterThan(DRESS_BODY.waistToKnee + 100);
    expect(hem).toBeLessThan(DRESS_BODY.waistToFloor - 100);
    await approvePattern(table);
    await expect(table.getByText("Pattern ready", { exact: true })).toBeVisible();
  });

  await test.step("sewn to the pattern, it passes", async () => {
    expect(await makeAndDeliver(table, dress)).toBe(8);
  });

  await test.step("the guest says with a code from the mailbox that the waist is 1 cm too tight", async () => {
    await visit(page, "/order-lookup");
    await page.getByLabel("Order Number").fill(orderNumber(dress.orderId));
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Find your order" }).click();
    await openMeasurements(page, email);
    await page.getByRole("link", { name: "Say how it fits" }).click();
    await expect(page.getByRole("heading", { name: "How does it fit?" })).toBeVisible();
    await reportFit(page, { point: "Bodice, waist", way: "Too tight", amount: /^1 cm/ });
  });

  const again =
    await test.step("and orders the same dress again under the same email", async () => {
      await chooseMade(page, path, CHOICES);
      return buyMade(page, shop, email);
    });
  expect(again.orderId).not.toBe(dress.orderId);
  await openDraft(table, again.orderItemId);
  await expect(table.getByText("Waist: 1 cm looser", { exact: false })).toBeVisible();
  const looser = await finishedMeasure(table, "Waist");
  expect(Math.abs(looser - (waist + 10))).toBeLessThanOrEqual(1);
  const after = await Promise.all(others.map((name) => finishedMeasure(table, name)));
  for (const [index, mm] of after.entries()) {
    expect(Math.abs(mm - (before[index] ?? 0)), others[index]).toBeLessThanOrEqual(3);
  }
  await table.getByRole("link", { name: /^Circle skirt/ }).click();
  await expect(table).toHaveURL(/\/circleSkirt$/);
  expect(Math.abs((await finishedMeasure(table, "Waist")) - looser)).toBeLessThanOrEqual(2);
});
