import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { desc, eq } from "drizzle-orm";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Shop } from "../shop/shop.ts";
import { goToPayment, payOnTestPage } from "./payment.ts";
import { cartSidebar, tile, visit } from "./shop.ts";
import { draftPattern, patternPath } from "./tailor.ts";

/** An option group and the customer's choice of it. */
export type LifeChoice = readonly [group: string, choice: string];

export type LifeOrder = { orderId: string; orderItemId: string; garmentId: string };

const main = (page: Page) => page.getByRole("main");

/** Chooses on the page that makes a product to measure, for the person measured in this browser, and puts it into the cart. */
export async function chooseMade(
  page: Page,
  path: string,
  choices: readonly LifeChoice[],
): Promise<void> {
  await visit(page, `${path}/made-to-measure`);
  for (const [group, choice] of choices) await tile(page, group, choice).click();
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toBeVisible();
  // The fit is part of the measurements and no option.
  for (const [group, choice] of choices.filter(([name]) => name !== "Fit")) {
    await expect(cartSidebar(page)).toContainText(`${group}: ${choice}`);
  }
}

/** Pays for what is in the cart, and finds the newest order of the email. */
export async function buyMade(page: Page, shop: Shop, email: string): Promise<LifeOrder> {
  const payment = await goToPayment(page, email);
  await payOnTestPage(payment);
  await payment.close();
  return shop.inDatabase(async (db) => {
    const [found] = await db
      .select({ orderId: orders.id, orderItemId: orderItems.id, garmentId: garments.id })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .innerJoin(garments, eq(garments.orderItemId, orderItems.id))
      .where(eq(orders.customerEmail, email))
      .orderBy(desc(orders.createdAt))
      .limit(1);
    if (!found) throw new Error("Nothing was ordered");
    return found;
  });
}

/** Has a line drafted at once and opens the pattern of its first component. */
export async function openDraft(table: Page, orderItemId: string): Promise<void> {
  await draftPattern(table, orderItemId);
  await visit(table, patternPath(orderItemId));
  await expect(table.getByRole("region", { name: /^Drawing of/ })).toBeVisible();
}

/** The finished measure of the shown draft, in mm. */
export async function finishedMeasure(table: Page, name: string): Promise<number> {
  const row = table
    .getByRole("region", { name: "Finished measures" })
    .getByRole("row")
    .filter({ has: table.getByRole("rowheader", { name, exact: true }) });
  // Body, ease asked, ease reached, finished.
  const text = await row.getByRole("cell").nth(3).innerText();
  return Math.round(Number(text) * 10);
}

/** What became of a choice in the shown draft. */
export const choiceOf = (table: Page, [group, choice]: LifeChoice) =>
  table
    .getByRole("region", { name: "Choices of the order" })
    .locator("li, label")
    .filter({ hasText: `${group}: ${choice}` });

/** Presses a step of the garment's page, and waits until the garment is there. */
async function pressStep(table: Page, button: string, stage: string): Promise<void> {
  await table.getByRole("button", { name: button, exact: true }).click();
  await expect(table.getByRole("listitem").filter({ hasText: "(now)" })).toContainText(stage);
  await expect(table.getByText(/waiting to send/)).toHaveCount(0);
}

/** Enters at every point exactly what the approved pattern says; returns how many points it has. */
async function recordAsDrafted(table: Page, garmentId: string): Promise<number> {
  await visit(table, `/admin/atelier/production/${garmentId}/quality`);
  const form = table.getByRole("form", { name: "Finished measures" });
  let points = 0;
  for (const field of await form.getByRole("textbox", { name: /, in cm$/ }).all()) {
    const target = await field.getAttribute("aria-describedby");
    const text = await form.locator(`[id="${target}"]`).innerText();
    const [, cm] = /^Should be ([\d.]+) cm/.exec(text) ?? [];
    if (cm === undefined) continue;
    await field.fill(cm);
    points += 1;
  }
  await form.getByRole("button", { name: "Record the measures" }).click();
  await expect(main(table).getByText("Passed", { exact: true }).first()).toBeVisible();
  await expect(form.getByText("Right", { exact: true })).toHaveCount(points);
  return points;
}

/** From an approved pattern to a delivered garment: cut, sewn to the pattern, controlled, sent, arrived. */
export async function makeAndDeliver(table: Page, { garmentId, orderId }: LifeOrder) {
  const path = `/admin/atelier/production/${garmentId}`;
  await visit(table, path);
  await pressStep(table, "Approve to cut", "Approved to cut");
  await pressStep(table, "Cloth is cut", "Cut");
  await pressStep(table, "It is sewn", "Sewn");
  const points = await recordAsDrafted(table, garmentId);
  await main(table).getByRole("link", { name: "To the garment" }).click();
  await pressStep(table, "It is finished", "Finished");
  await table.getByRole("link", { name: "Ship it with its order" }).click();
  await table.getByLabel("Carrier").fill("DHL");
  await table.getByRole("button", { name: "Send the parcel and tell the customer" }).click();
  await expect(table.getByText("The parcel is on its way.", { exact: false })).toBeVisible();
  await visit(table, `/admin/orders/${orderId}`);
  await table.getByText("Mark as delivered", { exact: true }).click();
  await table.getByRole("button", { name: "Mark as delivered and tell the customer" }).click();
  await expect(
    main(table)
      .getByText(/^Delivered/)
      .first(),
  ).toBeVisible();
  return points;
}

/** Says on the page of the delivered garment what is not right. */
export async function reportFit(
  page: Page,
  reported: { point: string; way: string; amount: RegExp },
): Promise<void> {
  const { amount, point, way } = reported;
  await page.getByLabel(`${point}: how`).selectOption({ label: way });
  const amounts = page.getByLabel(`${point}: by how much`);
  const texts = await amounts.locator("option").allInnerTexts();
  await amounts.selectOption({ label: texts.find((text) => amount.test(text)) ?? "" });
  await page.getByRole("button", { name: "Send how it fits" }).click();
  await expect(page.getByText("Thank you. We remember it", { exact: false })).toBeVisible();
}
