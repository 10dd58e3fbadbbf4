import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { pressOn } from "#tests/support/browser/keyboard.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { createContractedOrder } from "#tests/support/contracts.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

/** An order of a guest, and a tailor's page with its contract. */
async function guestOrder(browser: Browser, page: Page, shop: string) {
  const box = currentShop().measurementBox;
  const inDatabase = <Value>(work: (db: Database) => Promise<Value>) => inShopDatabase(shop, work);
  const email = newEmail();
  const { order, staffId } = await inDatabase(async (db) => {
    const staff = { email: newEmail(), role: "admin", name: "Rosa Gomes" } as const;
    const id = await createCustomer(db, staff);
    await db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, id));
    return {
      order: await createContractedOrder(db, { customerEmail: email, box }),
      staffId: id,
    };
  });
  const tailor = await anotherSession(browser, shop, staffId);
  await tailor.page.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  const contractPath = `/admin/orders/${order.orderId}/contracts/${order.orderItemId}`;
  return { ...order, contractPath, email, inDatabase, tailor };
}

async function openAsTailor(table: Page, contractPath: string): Promise<void> {
  await visit(table, contractPath);
  await table.getByRole("textbox", { name: "Purpose" }).fill("Checking the fit");
  await table.getByRole("button", { name: "Open measurements" }).click();
  await expect(table.getByRole("region", { name: "Propose a change" })).toBeVisible();
}

async function lookUp(page: Page, order: { orderId: string; email: string }): Promise<void> {
  await visit(page, "/order-lookup");
  await page.getByRole("textbox", { name: "Order Number" }).fill(orderNumber(order.orderId));
  await page.getByRole("textbox", { name: "Email" }).fill(order.email);
  await page.getByRole("button", { name: "Find your order" }).click();
}

async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
}

const SEND = "Send the proposal to the customer";

test("a guest opens the contract's PDF from the lookup and declines a change with a reason, which the atelier reads", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  const order = await guestOrder(browser, page, baseURL ?? "");
  await using tailor = order.tailor;
  const { page: table } = tailor;
  await openAsTailor(table, order.contractPath);
  await table.getByRole("textbox", { name: "Waist (cm)" }).fill("83");
  await table.getByRole("textbox", { name: "Note to the customer" }).fill("More room to sit.");
  await table.getByRole("button", { name: SEND }).click();
  await expect(table.getByText("waits for the customer")).toBeVisible();

  await lookUp(page, order);
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("The atelier proposes a change");
  await expectSound(page);
  const pdf = agreed.getByRole("link", { name: "Contract with measurements (PDF)" });
  const path = (await pdf.getAttribute("href")) ?? "";
  const opened = await page.request.get(path);
  expect([opened.status(), opened.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  // Without the proof of the lookup it is not theirs.
  const unproven = await page.request.get(path.replace(/\?.*/, ""));
  expect(unproven.url()).toMatch(/\/auth\b/);
  expect(unproven.headers()["content-type"]).toMatch(/^text\/html/);

  const link = /https?:\/\/\S+(\/contract\/[0-9a-f]+)/.exec(await readMailTo(order.email))?.[1];
  await visit(page, link ?? "");
  await page.getByText("Decline it and keep what we agreed").click();
  await page.getByRole("textbox", { name: "Reason" }).fill("I like it close at the waist.");
  await expectSound(page);
  await pressOn(page, page.getByRole("button", { name: "Decline the change" }));
  await expect(page.getByRole("heading", { name: "You declined this change" })).toBeVisible();

  await openAsTailor(table, order.contractPath);
  await expect(table.getByText("The customer: I like it close at the waist.")).toBeVisible();
  await expect(table.getByRole("region", { name: "Versions" })).toContainText(": declined");
  await lookUp(page, order);
  await expect(agreed).toContainText("81.3 cm (32 in)");
  await expect(agreed).not.toContainText("The atelier proposes a change");
});

test("a change that nobody answered has ended for the customer and for the atelier, which sends it again as it was", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  const order = await guestOrder(browser, page, baseURL ?? "");
  await using tailor = order.tailor;
  const { page: table } = tailor;
  await openAsTailor(table, order.contractPath);
  await table.getByRole("textbox", { name: "Waist (cm)" }).fill("83");
  await table.getByRole("textbox", { name: "Note to the customer" }).fill("More room to sit.");
  await table.getByRole("button", { name: SEND }).click();
  await expect(table.getByText("waits for the customer")).toBeVisible();
  await order.inDatabase((db) =>
    db
      .update(contractProposals)
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(contractProposals.orderItemId, order.orderItemId)),
  );

  await lookUp(page, order);
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("The atelier's proposal has ended");
  await expect(agreed).not.toContainText("The atelier proposes a change");
  await expectSound(page);

  await visit(table, order.contractPath);
  const versions = table.getByRole("region", { name: "Versions" });
  await expect(versions).toContainText("ended without an answer");
  await expect(table.getByRole("button", { name: "Withdraw the proposal" })).toHaveCount(0);
  await openAsTailor(table, order.contractPath);
  await expect(table.getByRole("textbox", { name: "Waist (cm)" })).toHaveValue("83");
  await expect(table.getByRole("textbox", { name: "Note to the customer" })).toHaveValue(
    "More room to sit.",
  );
  await expectSound(table);
  await pressOn(table, table.getByRole("button", { name: SEND }));
  await expect(versions).toContainText("waits for the customer");
  await expect(versions).toContainText("ended without an answer");
  await lookUp(page, order);
  await expect(agreed).toContainText("The atelier proposes a change");
});
