import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#db/schema/identity.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo, readMailWithReplyTo } from "#tests/support/browser/mailbox.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, productPath, storedCart, visit } from "#tests/support/browser/shop.ts";
import { createCustomer } from "#tests/support/sessions.ts";

const SHIRT = "Savannah Linen Shirt";

async function staff(shop: string, isAtelier: boolean): Promise<string> {
  return inShopDatabase(shop, async (db) => {
    const id = await createCustomer(db, { email: newEmail(), role: "admin", name: "Rosa Gomes" });
    await db.update(profiles).set({ isAtelier }).where(eq(profiles.id, id));
    return id;
  });
}

test("a guest asks for a made-to-measure shirt; the owner reads its options, and the atelier alone its measurements", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  const shop = baseURL ?? "";
  const email = newEmail();
  await haveMeasured(page, "Asha", SHIRT_BODY);
  await visit(page, `${await productPath(page.request, SHIRT)}/made-to-measure`);
  await page.getByText("French", { exact: true }).click();
  await page.getByRole("button", { name: "Guyana Sales" }).click();
  await expect(page).toHaveURL(/\/inquiry\?size=Custom/);
  const main = page.getByRole("main");
  await expect(main).toContainText("Cuff: French");
  await expect(main).toContainText("$294.00 for one");
  await expect(page.getByLabel("Size")).toHaveValue("Custom");
  await expectReadable(page);
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Persaud");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Phone Number").fill("+592 555 0100");
  await page.getByLabel("Address", { exact: true }).fill("Lot 12\nCamp Street");
  await page.getByLabel("City").fill("Georgetown");
  await page.getByRole("button", { name: "Submit Inquiry" }).click();
  await expect(page).toHaveURL(/\/inquiry\/sent$/);
  expect(await storedCart(page)).toBeNull();

  for (const mail of [await readMailTo(email), await readMailWithReplyTo(email)]) {
    expect(mail).toContain("Cuff: French");
    expect(mail).not.toMatch(/Wrist|17 cm|98 cm/);
  }

  const [entry] = await inShopDatabase(shop, (db) =>
    db.select().from(guyanaSalesInquiries).where(eq(guyanaSalesInquiries.email, email)),
  );
  await using owner = await anotherSession(browser, shop, await staff(shop, false));
  await using tailor = await anotherSession(browser, shop, await staff(shop, true));
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const { page: admin } of [owner, tailor]) {
    await admin.setViewportSize(size);
    await visit(admin, `/admin/inbox/${entry?.id}`);
    await expect(admin.getByRole("region", { name: "The piece" })).toContainText("French");
    await expectReadable(admin);
    await admin.getByRole("link", { name: "Measurements", exact: true }).click();
    await expect(admin.getByRole("heading", { level: 1 })).toContainText(SHIRT);
  }
  await expect(owner.page.getByRole("main")).toContainText("Only the atelier opens measurements");
  await expectReadable(owner.page);
  await tailor.page.getByLabel("Purpose").fill("Calculating the price");
  await tailor.page.getByRole("button", { name: "Open measurements" }).click();
  const measured = tailor.page.getByRole("region", { name: "Measurements of Asha" });
  await expect(measured).toContainText("17 cm");
  await expectReadable(tailor.page);
  await expectFitsEveryWidth(tailor.page);
});

test("the inquiry for the size Custom leads to the measurements, and is sent without them too", async ({
  page,
}) => {
  await visit(page, `${await productPath(page.request, SHIRT)}/inquiry?size=M`);
  const hint = page.getByRole("link", { name: "Measure and choose first" });
  await expect(hint).toHaveCount(0);
  await page.getByLabel("Size").selectOption("Custom");
  await expectReadable(page);
  await hint.click();
  await expect(page).toHaveURL(/\/made-to-measure$/);
});
