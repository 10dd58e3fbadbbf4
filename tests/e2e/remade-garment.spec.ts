import { expect } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import { orderNumber } from "#features/orders/order.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { pressOn } from "#tests/support/browser/keyboard.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { createContractedOrder } from "#tests/support/contracts.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

const SUIT = "Stabroek Two-Piece Suit";

/** A guest's suit that was sent back as defective and has arrived. */
async function defectiveSuit(shop: string) {
  const box = currentShop().measurementBox;
  const email = newEmail();
  return inShopDatabase(shop, async (db) => {
    const [suit] = await db
      .select({ productId: products.id, variantId: productVariants.id })
      .from(products)
      .innerJoin(productVariants, eq(productVariants.productId, products.id))
      .where(and(eq(products.name, SUIT), eq(productVariants.size, CUSTOM_SIZE)));
    if (!suit) throw new Error("The demo has no made-to-measure suit");
    const line = { ...suit, productName: SUIT, size: CUSTOM_SIZE, madeToMeasure: true };
    const order = await createContractedOrder(db, { customerEmail: email, box, lines: [line] });
    const request = { id: newId(), authorizationNumber: `RA-${newId().slice(-8).toUpperCase()}` };
    const state = { status: "received", reason: "defective", receivedAt: new Date() } as const;
    await db.insert(returnRequests).values({ ...request, ...state, orderId: order.orderId });
    const item = { orderItemId: order.orderItemId, quantity: 1, receivedQuantity: 1 };
    await db.insert(returnRequestItems).values({ returnRequestId: request.id, ...item });
    const owner = { email: newEmail(), role: "admin", name: "Rosa Gomes" } as const;
    return { ...order, email, ownerId: await createCustomer(db, owner) };
  });
}

test("the owner has a defective suit made again, and the customer has a second contract with the same measurements", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  const suit = await defectiveSuit(baseURL ?? "");
  await using owner = await anotherSession(browser, baseURL ?? "", suit.ownerId);
  await owner.page.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await visit(owner.page, `/admin/orders/${suit.orderId}`);
  await pressOn(owner.page, owner.page.locator("summary").filter({ hasText: "Exchange it" }));
  const exchange = owner.page.getByRole("form", { name: "Exchange it" });
  const instead = exchange.getByLabel(`Instead of ${SUIT}, Custom`);
  const again = instead.locator("option").filter({ hasText: "made again to its contract" }).first();
  await instead.selectOption((await again.getAttribute("value")) ?? "");
  await expectReadable(owner.page);
  await exchange.getByRole("button", { name: "Exchange and tell the customer" }).click();
  const contracts = owner.page.getByRole("region", { name: "Made to measure" });
  await expect(contracts).toContainText("Made again at no charge");
  await expect(contracts.getByRole("link", { name: /^Open the contract/ })).toHaveCount(2);
  await expectReadable(owner.page);

  const mail = await readMailTo(suit.email);
  expect(mail).toContain("cut to its contract once more");
  expect(mail).not.toMatch(/98\.7|38 7\/8|Chest/);

  await visit(page, "/order-lookup");
  await page.getByRole("textbox", { name: "Order Number" }).fill(orderNumber(suit.orderId));
  await page.getByRole("textbox", { name: "Email" }).fill(suit.email);
  await page.getByRole("button", { name: "Find your order" }).click();
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed.getByText("98.7 cm (38 7/8 in)")).toHaveCount(2);
  await expect(agreed).toContainText("Made again at no charge");
  await expectAccessible(page);
  await expectReadable(page);
});
