import { expect } from "@playwright/test";
import { customerTest as test } from "#tests/support/browser/customer.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

test("a visitor sees the pattern of a shirt drafted to the measurements in the browser, before ordering", {
  tag: "@both",
}, async ({ page }) => {
  await haveMeasured(page, "Me", SHIRT_BODY);
  await visit(page, `${await productPath(page.request, "Savannah Linen Shirt")}/made-to-measure`);
  const pattern = page.getByRole("region", { name: "Your pattern" });
  await pattern.getByRole("button", { name: "Draw my pattern" }).click();
  const drawing = pattern.getByRole("img", { name: /the pattern drafted to your measurements/ });
  await expect(drawing).toBeVisible();
  await expect(pattern).toContainText("Not to scale");
  await expectReadable(page);
  const before = await drawing.innerHTML();
  await page.getByRole("radio", { name: /^Easy/ }).press("Space");
  await pattern.getByRole("button", { name: "Draw it again" }).click();
  await expect.poll(() => drawing.innerHTML()).not.toBe(before);
});

test("a customer sees the pattern of the ordered garment on the order's page, with and without JavaScript", {
  tag: "@both",
}, async ({ baseURL, browser, customer, page }) => {
  // A draft for paper gives way to everything else on the machine.
  test.setTimeout(400_000);
  const box = currentShop().measurementBox;
  const specification = measuredSpecification(MEASURED_MAN);
  const { userId } = customer;
  const { orderId } = await customer.inDatabase((db) =>
    createGarmentOrder(db, { box, specification, userId, terms: { garment: "shirt" } }),
  );
  const path = `/profile/orders/${orderId}`;
  // The shop drafts every paid garment within a minute.
  await expect(async () => {
    await visit(page, path);
    await expect(page.getByText("Your pattern")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 300_000, intervals: [3_000] });
  const drawing = page.getByRole("img", { name: /drafted to your measurements/ });
  await expect(drawing).toBeVisible();
  await expect(page.getByRole("link", { name: /Roll PDF/ })).toHaveCount(0);
  await expectReadable(page);
  const plain = await browser.newContext({
    ...{ baseURL: baseURL ?? "", javaScriptEnabled: false },
    storageState: await page.context().storageState(),
  });
  const other = await plain.newPage();
  await other.goto(path);
  await expect(other.getByRole("img", { name: /drafted to your measurements/ })).toBeVisible();
  await plain.close();
});
