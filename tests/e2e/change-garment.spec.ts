import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { sql } from "drizzle-orm";
import { orderNumber } from "#features/orders/order.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, scriptRuns, visit } from "#tests/support/browser/shop.ts";
import { testSpecification } from "#tests/support/contracts.ts";
import { createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

type Pair = { productId: string; group: string; one: string; other: string; priceMinor: number };

/** A customer's or a guest's paid garment of a product that the shop offers in two cloths of the same price. */
async function paidGarment(shop: string, email: string | null = null) {
  const box = currentShop().measurementBox;
  return inShopDatabase(shop, async (db) => {
    const { rows } = await db.execute<Pair>(sql`
      select p.id as "productId", g.name as "group", a.name as one, b.name as other, a.price_minor as "priceMinor"
        from products p join made_to_measure_terms t on t.garment = p.garment_type
        join option_groups g on g.terms_id = t.id and g.kind = 'cloth'
        join option_choices a on a.group_id = g.id and a.offered
        join option_choices b on b.group_id = g.id and b.offered and b.price_minor = a.price_minor and b.id <> a.id
        join cloths c on c.id = b.cloth_id and c.archived_at is null and c.length_mm - c.committed_mm > 20000
       where p.deleted_at is null and 'Custom' = any(p.sizes)
         and not exists (select from made_to_measure_terms o where o.product_id = p.id)
       order by p.id, a.id, b.id limit 1`);
    const [pair] = rows;
    if (!pair) throw new Error("The shop has no two cloths of one price");
    const userId = email === null ? await createCustomer(db, { email: newEmail() }) : null;
    const usual = testSpecification();
    const sleeve = { value: 630, confidence: 0.97, readings: 1, confirmed: false };
    const order = await createGarmentOrder(db, {
      ...{ box, userId, customerEmail: email ?? newEmail() },
      lines: [
        {
          ...{ productId: pair.productId, productName: "Stabroek Suit", size: "Custom" },
          madeToMeasure: true,
        },
      ],
      specification: {
        ...usual,
        measurements: { ...usual.measurements, shoulderToWrist: sleeve },
      },
      terms: {
        policyVersion: 2,
        options: [{ group: pair.group, choice: pair.one, priceMinor: Number(pair.priceMinor) }],
      },
    });
    const tailor = await staffMember(db, true, "Rosa");
    return {
      ...order,
      ...pair,
      userId: userId ?? "",
      tailorId: tailor.userId,
      id: order.garments[0]?.id ?? "",
    };
  });
}

test("a customer changes cloth and sleeve before the tailor approves the cut, and not afterwards", {
  tag: "@both",
}, async ({ baseURL, browser, viewport }) => {
  const shop = baseURL ?? "";
  const suit = await paidGarment(shop);
  await using customer = await anotherSession(browser, shop, suit.userId);
  await using tailor = await anotherSession(browser, shop, suit.tailorId);
  const { page } = customer;
  await page.setViewportSize(viewport ?? { width: 390, height: 844 });
  await visit(page, `/profile/orders/${suit.orderId}`);
  await page.getByRole("link", { name: "Change this garment" }).click();
  await expect(page.getByRole("button", { name: "Save the change" })).toBeVisible();
  await expectFitsEveryWidth(page);
  await page.getByRole("radio", { name: suit.other }).check();
  await page.getByLabel("Shoulder to wrist").fill("63.5");
  await expectAccessible(page);
  await expectReadable(page);
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();
  await page.getByRole("link", { name: "Back to your order" }).click();
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("with your own change");
  await expect(agreed).toContainText("63.5 cm");

  const work = tailor.page;
  await visit(work, `/admin/atelier/production/${suit.id}`);
  const change = work.getByRole("region", { name: /Changed by the customer/ });
  await expect(change).toContainText(suit.other);
  const now = work.getByRole("listitem").filter({ hasText: "(now)" });
  await work.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(now).toContainText("Measurements checked");
  await work.getByRole("checkbox", { name: "Drafted by hand" }).check();
  await work.getByRole("button", { name: "Pattern is ready" }).click();
  await expect(now).toContainText("Pattern ready");
  await work.getByRole("button", { name: "Approve to cut" }).click();
  await expect(now).toContainText("Approved to cut");
  await expect(work.getByText(/waiting to send/)).toHaveCount(0);

  await visit(page, `/profile/orders/${suit.orderId}`);
  await expect(page.getByRole("link", { name: "Change this garment" })).toHaveCount(0);
  await visit(page, `/profile/orders/${suit.orderId}/lines/${suit.orderItemId}`);
  await expect(page.getByText("It cannot be changed now")).toBeVisible();
});

/** From the lookup, as a guest who has no account. */
async function openChange(page: Page, orderId: string, email: string): Promise<void> {
  await page.goto("/order-lookup");
  await page.getByRole("textbox", { name: "Order Number" }).fill(orderNumber(orderId));
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Find your order" }).click();
  await page.getByRole("link", { name: "Change this garment" }).click();
  await expect(page.getByRole("button", { name: "Save the change" })).toBeVisible();
}

/** Before each submission: React writes the page's own proof into the form again. */
const endProof = (page: Page) =>
  page.locator("[name=proof]").evaluate((field: HTMLInputElement) => {
    field.value = "ended";
  });

const SCRIPTS = /\/assets\/[^/]+\.js$/;

const REMARKS = "Please leave room for a heavy pen.";

test("a guest whose proof ends while the form is open gives the order's email, and nothing is lost", {
  tag: "@both",
}, async ({ baseURL, noise, page }) => {
  noise.expect(/status of 403/);
  const email = newEmail();
  const suit = await paidGarment(baseURL ?? "", email);
  await openChange(page, suit.orderId, email);
  await scriptRuns(page);
  await page.getByRole("radio", { name: suit.other }).check();
  await page.getByLabel("Remarks").fill(REMARKS);
  await endProof(page);
  const save = page.getByRole("button", { name: "Save the change" });
  await save.click();
  await expect(page.getByText("More than an hour has passed")).toBeVisible();
  const again = page.getByLabel("Email of the order");
  await again.fill(newEmail());
  await endProof(page);
  await save.click();
  await expect(page.getByText("This is not the email of this order.")).toBeVisible();
  await expect(page.getByLabel("Remarks")).toHaveValue(REMARKS);
  await expect(page.getByRole("radio", { name: suit.other })).toBeChecked();
  await expectAccessible(page);
  await expectReadable(page);
  await again.fill(email);
  await endProof(page);
  await save.click();
  await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(REMARKS);
  await expect(page.getByRole("main")).toContainText(suit.other);
});

test("what a guest enters before the script arrives stays, and the field keeps the focus", async ({
  baseURL,
  noise,
  page,
}) => {
  noise.expect(/status of 403/);
  const email = newEmail();
  const suit = await paidGarment(baseURL ?? "", email);
  const first = await holdResponses(page, SCRIPTS);
  await openChange(page, suit.orderId, email);
  const remarks = page.getByLabel("Remarks");
  await remarks.fill(REMARKS);
  first();
  await scriptRuns(page);
  await expect(remarks).toHaveValue(REMARKS);

  const second = await holdResponses(page, SCRIPTS);
  await page.reload({ waitUntil: "domcontentloaded" });
  await remarks.fill(REMARKS);
  await endProof(page);
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(page.getByText("More than an hour has passed")).toBeVisible();
  const again = page.getByLabel("Email of the order");
  await again.fill(email);
  second();
  await scriptRuns(page);
  await expect(again).toBeFocused();
  await expect(again).toHaveValue(email);
  await expect(remarks).toHaveValue(REMARKS);
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(REMARKS);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest whose proof has ended gives the order's email, and nothing is lost", async ({
    baseURL,
    noise,
    page,
  }) => {
    noise.expect(/status of 403/);
    const email = newEmail();
    const suit = await paidGarment(baseURL ?? "", email);
    await openChange(page, suit.orderId, email);
    await page.getByLabel("Remarks").fill(REMARKS);
    await page.locator("form:has([name=proof])").evaluate((form: HTMLFormElement) => {
      form.action = "?proof=ended";
      const proof = form.elements.namedItem("proof");
      if (proof instanceof HTMLInputElement) proof.value = "ended";
    });
    await page.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByText("More than an hour has passed")).toBeVisible();
    await page.getByLabel("Email of the order").fill(email);
    await page.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(REMARKS);
  });
});
