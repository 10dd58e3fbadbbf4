import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import {
  cartSidebar,
  openProduct,
  productPath,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";

const SHIRT = "Savannah Linen Shirt";
const main = (page: Page) => page.getByRole("main");

/** The picture has arrived and is no broken image. */
async function expectDrawn(image: Locator): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth))
    .toBeGreaterThan(0);
}

test("the fit page shows the garment in the chosen color, and a picture of each option", {
  tag: "@both",
}, async ({ page }) => {
  const path = await productPath(page.request, SHIRT);
  await visit(page, path);
  const color = page.getByRole("group", { name: "Available Colors" }).locator("label").nth(1);
  const name = (await color.innerText()).trim();
  const sources: (string | null)[] = [];
  for (const query of ["", `?color=${encodeURIComponent(name)}`]) {
    await visit(page, `${path}/made-to-measure${query}`);
    const garment = main(page).getByRole("img", { name: /./ }).filter({ visible: true }).first();
    await expectDrawn(garment);
    sources.push(await garment.evaluate((each) => (each as HTMLImageElement).currentSrc));
  }
  expect(new Set(sources).size, "each color has its own picture").toBe(2);

  const collar = page.getByRole("group", { name: "Collar" });
  const tiles = collar.locator("label");
  const pictures = collar.locator("label img");
  expect(await pictures.count()).toBeGreaterThan(1);
  await expect(pictures).toHaveCount(await tiles.count());
  for (const picture of await pictures.all()) await expectDrawn(picture);
});

test("a saved product is ordered as Custom from the wishlist, and stays saved", {
  tag: "@both",
}, async ({ page }) => {
  await haveMeasured(page, "Me", SHIRT_BODY);
  await openProduct(page, SHIRT);
  await page
    .getByRole("button", { name: `Save ${SHIRT}`, exact: true })
    .first()
    .click();
  await visit(page, "/wishlist");
  await page.getByRole("button", { name: `Add to Cart: ${SHIRT}` }).click();
  const dialog = page.getByRole("dialog", { name: SHIRT });
  await tile(dialog, "Available Sizes", "Custom").click();
  await expect(dialog).toContainText("From $264.00");
  await expect(dialog.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
  await dialog.getByRole("link", { name: "Give Your Measurements" }).click();
  await expect(page).toHaveURL(/\/made-to-measure\?color=/);
  expect(await storedCart(page)).toBeNull();
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .filter({ visible: true })
    .click();
  await expect(cartSidebar(page)).toContainText("$279.00");
  expect(await storedCart(page)).toMatchObject([
    { size: "Custom", quantity: 1, specification: expect.any(String) },
  ]);
  await visit(page, "/wishlist");
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText([SHIRT]);
});
