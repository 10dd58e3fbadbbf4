import { expect } from "@playwright/test";
import { customerTest as test } from "#tests/support/browser/customer.ts";
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
import { haveMeasured, SUIT_BODY } from "#tests/support/browser/measured-person.ts";
import { cartSidebar, expectReadable, visit } from "#tests/support/browser/shop.ts";
import {
  approvePattern,
  checkMeasurements,
  endSchedule,
  MADE_SUIT,
  tailorAt,
} from "#tests/support/browser/tailor.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const VENTS: LifeChoice = ["Vents", "None"];
const LAPEL: LifeChoice = ["Lapel", "Peak"];
const HEM: LifeChoice = ["Trouser hem", "Turn-up"];
const CHOICES: readonly LifeChoice[] = [
  ["Cloth", "Navy worsted twill"],
  LAPEL,
  ["Lining", "Burgundy"],
  ["Buttons", "Black horn"],
  VENTS,
  HEM,
];

test("a suit is ordered with six choices, drafted, approved, sewn to its pattern and reported; the next one has sleeves 1 cm shorter", async ({
  browser,
  customer,
  page,
  shop,
}) => {
  await endSchedule(shop);
  await haveMeasured(page, "Ravi", SUIT_BODY);
  await chooseMade(page, await pathOfProduct(MADE_SUIT), CHOICES);
  const suit = await buyMade(page, shop, customer.email);
  await using tailor = await tailorAt(browser, shop);
  const { page: table } = tailor;
  await openDraft(table, suit.orderItemId);

  await test.step("each choice is drafted, made by hand or without effect", async () => {
    await expect(table).toHaveURL(/\/jacket$/);
    await expect(choiceOf(table, VENTS)).toContainText("drafted");
    await expect(choiceOf(table, LAPEL)).toContainText("by hand");
    await expect(choiceOf(table, ["Lining", "Burgundy"])).toContainText("no effect");
    await expect(table.getByRole("link", { name: "1 choice to tick off" })).toBeVisible();
    await expectReadable(table);
  });
  const sleeve = await finishedMeasure(table, "Sleeve length");
  const others = ["Chest", "Waist", "Seat", "Shoulder seam", "Back length"];
  const before = await Promise.all(others.map((name) => finishedMeasure(table, name)));

  await test.step("both components are ticked off and approved", async () => {
    const jacket = table.url();
    await checkMeasurements(table);
    await visit(table, jacket);
    await approvePattern(table);
    await expect(choiceOf(table, LAPEL)).toContainText("done by Rosa Gomes");
    await table.getByRole("link", { name: /^Chinos/ }).click();
    await expect(table).toHaveURL(/\/chinos$/);
    await expect(choiceOf(table, HEM)).toContainText("by hand");
    await approvePattern(table);
    await expect(choiceOf(table, HEM)).toContainText("done by Rosa Gomes");
    await expect(table.getByText("Pattern ready", { exact: true })).toBeVisible();
  });

  await test.step("sewn to the pattern, it passes at every point of jacket and trousers", async () => {
    expect(await makeAndDeliver(table, suit)).toBe(12);
  });

  await test.step("the customer says that the jacket's sleeves are 1 cm too long", async () => {
    await visit(page, `/profile/orders/${suit.orderId}`);
    await page.getByRole("link", { name: "Say how it fits" }).click();
    await expect(page.getByRole("heading", { name: "How does it fit?" })).toBeVisible();
    await reportFit(page, { point: "Jacket, sleeves", way: "Too long", amount: /^1 cm/ });
    await visit(page, "/profile/measurements");
    await expect(page.getByRole("main")).toContainText("Jacket, sleeves: 1 cm shorter");
  });

  const again = await test.step("and orders the same suit again", async () => {
    await visit(page, `/profile/orders/${suit.orderId}`);
    await page.getByRole("button", { name: "Order these again" }).click();
    await expect(cartSidebar(page)).toContainText("Vents: None");
    return buyMade(page, shop, customer.email);
  });
  expect(again.orderId).not.toBe(suit.orderId);
  await openDraft(table, again.orderItemId);
  await expect(table.getByText("Sleeves: 1 cm shorter", { exact: false })).toBeVisible();
  expect(await finishedMeasure(table, "Sleeve length")).toBe(sleeve - 10);
  const after = await Promise.all(others.map((name) => finishedMeasure(table, name)));
  for (const [index, mm] of after.entries()) {
    expect(Math.abs(mm - (before[index] ?? 0)), others[index]).toBeLessThanOrEqual(3);
  }
  await expect(choiceOf(table, LAPEL)).toContainText("by hand");
  await expect(choiceOf(table, VENTS)).toContainText("drafted");
});
