import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { hashToken, sealProposal } from "#features/proposals/stored-proposals.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, customerTest as test } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { pressOn } from "#tests/support/browser/keyboard.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

test("the atelier proposes, the customer approves through the link in the email, and both versions are there", {
  tag: "@both",
}, async ({ browser, baseURL, customer, page }) => {
  const box = currentShop().measurementBox;
  const staffId = await customer.inDatabase(async (db) => {
    const id = await createCustomer(db, {
      ...{ email: newEmail(), role: "admin", name: "Rosa Gomes" },
    });
    await db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, id));
    return id;
  });
  const { orderId, orderItemId } = await customer.inDatabase((db) =>
    createContractedOrder(db, { userId: customer.userId, customerEmail: customer.email, box }),
  );
  await using tailor = await anotherSession(browser, baseURL ?? "", staffId);
  const { page: table } = tailor;
  await table.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await visit(table, `/admin/orders/${orderId}/contracts/${orderItemId}`);
  await expectAccessible(table);
  await table.getByRole("textbox", { name: "Purpose" }).fill("Checking the fit");
  await table.keyboard.press("Enter");
  await expect(table.getByRole("region", { name: "Measurements of Asha" })).toContainText(
    "81.3 cm (32 in)Sure",
  );
  await expectAccessible(table);
  await expectFitsEveryWidth(table);
  expect(await scrollsSideways(table), "scrolls sideways").toBe(false);
  // A mistake loses nothing that was entered.
  const waist = table.getByRole("textbox", { name: "Waist (cm)" });
  await waist.fill("wide");
  await table.getByRole("textbox", { name: "Note to the customer" }).fill("More room to sit.");
  const send = table.getByRole("button", { name: "Send the proposal to the customer" });
  await send.click();
  await expect(table.getByText("Please enter a number, such as 97.5.")).toBeVisible();
  await expect(waist).toHaveAttribute("aria-invalid", "true");
  await waist.fill("83");
  await send.click();
  await expect(table.getByText("The customer has an email")).toBeVisible();
  expect(await scrollsSideways(table), "scrolls sideways").toBe(false);
  await expectAccessible(table);

  const mail = await readMailTo(customer.email);
  expect(mail).not.toMatch(/\b8[13](\.3)? cm/);
  const link = /https?:\/\/\S+(\/contract\/[0-9a-f]+)/.exec(mail)?.[1] ?? "";
  expect(link).not.toBe("");
  await visit(page, link);
  await pressOn(page, page.getByRole("button", { name: "Approve the change" }));
  await expect(page.getByRole("heading", { name: "You approved this change" })).toBeVisible();
  await expectAccessible(page);
  await visit(page, `/profile/orders/${orderId}`);
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("83 cm (32 5/8 in)");
  await agreed.getByText(/^Version 1, /).click();
  await expect(agreed).toContainText("81.3 cm (32 in)");
  const pdf = await page.request.get(`/profile/orders/${orderId}/documents/contract`);
  expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await visit(page, "/profile/measurements");
  await expect(page.getByText("Checking the fit").first()).toBeVisible();

  await visit(page, "/profile/delete");
  await expect(page.getByText("A made-to-measure piece is not finished")).toBeVisible();
  await expectAccessible(page);
});

test("a customer sees the contract of a suit and approves a change without JavaScript or with it", {
  tag: "@both",
}, async ({ browser, baseURL, customer, page }) => {
  const box = currentShop().measurementBox;
  const token = `${newId()}${newId()}`.replaceAll("-", "");
  const { orderId } = await customer.inDatabase(async (db) => {
    const order = await createContractedOrder(db, {
      ...{ userId: customer.userId, customerEmail: customer.email, box },
    });
    const usual = testSpecification();
    const waist = { value: 830, confidence: 1, readings: 1, confirmed: true };
    const specification = { ...usual, measurements: { ...usual.measurements, waist } };
    const id = newId();
    const note = "The waist reads small beside the chest. May we cut it with more room?";
    await db.insert(contractProposals).values({
      ...{ id, orderItemId: order.orderItemId, baseVersion: 1, tokenHash: hashToken(token) },
      sealed: sealProposal(box, id, { specification, terms: testTerms(), note }),
    });
    return order;
  });
  await visit(page, `/profile/orders/${orderId}`);
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("98.7 cm (38 7/8 in)");
  await expect(agreed).toContainText("The atelier proposes a change");
  await expectAccessible(page);
  expect(await scrollsSideways(page), "scrolls sideways").toBe(false);

  await using plain = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const link = await plain.newPage();
  await link.goto(`/contract/${token}`);
  await expect(link.getByRole("table", { name: "What changes" })).toContainText(
    "83 cm (32 5/8 in)",
  );
  await visit(page, `/contract/${token}`);
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  expect(await scrollsSideways(page), "scrolls sideways").toBe(false);
  await link.getByRole("button", { name: "Approve the change" }).click();
  await expect(link.getByRole("heading", { name: "You approved this change" })).toBeVisible();

  // The other tab is too late, and says how it ended.
  await page.getByRole("button", { name: "Approve the change" }).click();
  await expect(page.getByRole("heading", { name: "You approved this change" })).toBeVisible();
  await visit(page, `/profile/orders/${orderId}`);
  await expect(agreed).toContainText("83 cm (32 5/8 in)");
  await agreed.getByText(/^Version 1, /).click();
  await expect(agreed).toContainText("81.3 cm (32 in)");
  const stored = await customer.inDatabase((db) =>
    db
      .select()
      .from(contractProposals)
      .where(eq(contractProposals.tokenHash, hashToken(token))),
  );
  expect(stored).toMatchObject([{ status: "approved" }]);
});
