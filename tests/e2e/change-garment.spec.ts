import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { orderNumber } from "#core/document-number.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { openMeasurements } from "#tests/support/browser/open-measurements.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, scriptRuns, visit } from "#tests/support/browser/shop.ts";
import { approveToCut, createChangeableGarment } from "#tests/support/demo-garments.ts";
import { codeMailedTo, endProofs } from "#tests/support/shop/order-codes.ts";

/** Another cloth at the price of the ordered one. */
const CLOTH = "Navy worsted twill";

const SCRIPTS = /\/assets\/[^/]+\.js$/;

test("a customer changes cloth and sleeve before the tailor approves the cut, and not afterwards", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ baseURL, browser, shop, viewport }) => {
  const suit = await createChangeableGarment(shop);
  await using customer = await anotherSession(browser, baseURL ?? "", suit.userId);
  const { page } = customer;
  await page.setViewportSize(viewport ?? { width: 390, height: 844 });
  await visit(page, `/profile/orders/${suit.orderId}`);
  await page.getByRole("link", { name: "Change this garment" }).click();
  await expect(page.getByRole("button", { name: "Save the change" })).toBeVisible();
  await expectFitsEveryWidth(page);
  await page.getByRole("radio", { name: CLOTH }).check();
  await page.getByLabel("Shoulder to wrist").fill("63.5");
  await expectReadable(page);
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();
  await page.getByRole("link", { name: "Back to your order" }).click();
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("with your own change");
  await expect(agreed).toContainText("63.5 cm");

  await approveToCut(shop, suit.garmentId);
  await visit(page, `/profile/orders/${suit.orderId}`);
  await expect(agreed).toContainText("63.5 cm");
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
  await openMeasurements(page, email);
  await page.getByRole("link", { name: "Change this garment" }).click();
  await expect(page.getByRole("button", { name: "Save the change" })).toBeVisible();
}

const REMARKS = "Please leave room for a heavy pen.";

test("a guest whose hour ends while the form is open enters a code, and nothing is lost", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ noise, page, shop }) => {
  noise.expect(/status of 403/);
  const email = newEmail();
  const suit = await createChangeableGarment(shop, email);
  await openChange(page, suit.orderId, email);
  await scriptRuns(page);
  await page.getByRole("radio", { name: CLOTH }).check();
  await page.getByLabel("Remarks").fill(REMARKS);
  await endProofs(shop, suit.orderId);
  const save = page.getByRole("button", { name: "Save the change" });
  await codeMailedTo(email, () => save.click());
  await expect(page.getByText("More than an hour has passed")).toBeVisible();
  const again = page.getByLabel("Code from the email");
  await again.fill("12345");
  await save.click();
  await expect(page.getByText("This is not the code that belongs")).toBeVisible();
  await expect(page.getByLabel("Remarks")).toHaveValue(REMARKS);
  await expect(page.getByRole("radio", { name: CLOTH })).toBeChecked();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  const code = await codeMailedTo(email, () =>
    page.getByRole("button", { name: "Send a new code" }).click(),
  );
  await again.fill(code);
  await save.click();
  await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(REMARKS);
  await expect(page.getByRole("main")).toContainText(CLOTH);
  expect(new URL(page.url()).search).toBe("?done=2");
});

test("what a guest enters while the end of a page is still on its way stays", async ({
  page,
  shop,
}) => {
  const email = newEmail();
  const suit = await createChangeableGarment(shop, email);
  await page.addInitScript((text) => {
    const typing = new MutationObserver(() => {
      const field = document.querySelector<HTMLTextAreaElement>("textarea[name=remarks]");
      if (!field) return;
      typing.disconnect();
      // The page's scripts are at its end and have not been read yet.
      if (document.readyState === "loading") field.value = text;
    });
    typing.observe(document, { childList: true, subtree: true });
  }, REMARKS);
  await openChange(page, suit.orderId, email);
  await page.reload();
  await scriptRuns(page);
  await expect(page.getByLabel("Remarks")).toHaveValue(REMARKS);
});

test("what a guest enters before the script arrives stays, and the field keeps the focus", async ({
  noise,
  page,
  shop,
}) => {
  noise.expect(/status of 403/);
  const email = newEmail();
  const suit = await createChangeableGarment(shop, email);
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
  await endProofs(shop, suit.orderId);
  const code = await codeMailedTo(email, () =>
    page.getByRole("button", { name: "Save the change" }).click(),
  );
  await expect(page.getByText("More than an hour has passed")).toBeVisible();
  const again = page.getByLabel("Code from the email");
  await again.fill(code);
  second();
  await scriptRuns(page);
  await expect(again).toBeFocused();
  await expect(again).toHaveValue(code);
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(page.getByRole("heading", { name: "Your change is saved" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(REMARKS);
});
