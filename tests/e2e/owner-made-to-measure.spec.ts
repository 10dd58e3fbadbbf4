import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { photograph } from "#tests/support/browser/images.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const SHIRT = "Savannah Linen Shirt";
const SUIT = "Golden Grove Linen Suit";
const IMAGE = "mandarin.png";
const FLAX = "Demerara flax";

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. The shop shows it now.")).toBeVisible();
}

async function openTerms(page: Page, name: string): Promise<void> {
  await visit(page, "/admin/atelier");
  await page.getByLabel("Product with the size Custom").selectOption({ label: name });
  await page.getByRole("button", { name: "Open its terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** The fields of a new option. */
async function addOption(page: Page, name: string) {
  await page.getByRole("button", { name: "Add an option" }).click();
  const newest = page.getByLabel("Option", { exact: true }).last();
  await expect(newest).toHaveValue("");
  await newest.fill(name);
  return page
    .getByRole("group", { name, exact: true })
    .filter({ has: page.getByRole("button", { name: "Add a choice" }) });
}

test("the owner adds an option with a price, an effect on the pattern and an image, which shoppers see; a wrong amount and the image dialog lose nothing", async ({
  noise,
  page,
}) => {
  noise.expect(/status of 422/);
  await visit(page, "/admin?tab=media");
  await page.getByLabel("Files to upload").setInputFiles([await photograph(IMAGE)]);
  await expect(toasts(page).getByText(`${IMAGE} uploaded successfully!`)).toBeVisible();

  await openTerms(page, SHIRT);
  await page.getByLabel("Options of its own").check();
  const option = await addOption(page, "Yoke");
  await option.getByLabel("Choice", { exact: true }).fill("Mandarin");
  await option.getByLabel("Price difference").fill("forty-five");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter an amount such as 35, -5 or 12.50.")).toBeVisible();
  await expect(option.getByLabel("Choice", { exact: true })).toHaveValue("Mandarin");
  await option.getByLabel("Price difference").fill("45");
  await option.getByLabel("On the pattern").selectOption("Made by hand, as written beside it");
  await option.getByLabel("Made by hand").fill("a yoke in two pieces");
  await option.getByRole("button", { name: "Choose picture of Mandarin" }).click();
  const images = page.getByRole("dialog", { name: "Picture of Mandarin" });
  await images.getByLabel("Search the library").fill(IMAGE);
  await page.keyboard.press("Enter");
  await images.getByRole("button", { name: `Use ${IMAGE}` }).click();
  await expect(images).toBeHidden();
  await expectReadable(page);
  await expectFitsEveryWidth(page);
  await save(page);

  await visit(page, `${await pathOfProduct(SHIRT)}/made-to-measure`);
  const shown = page.getByRole("group", { name: "Yoke" });
  await expect(shown).toContainText("Mandarin");
  await expect(shown).toContainText("+$45.00");
});

test("the owner offers a garment in a new cloth, which shoppers can choose until she takes it back", {
  tag: "@once-unsteady",
}, async ({ page, shop }) => {
  await shop.inDatabase((db) => addCloth(db, 10_500, FLAX));
  const fitPage = `${await pathOfProduct(SUIT)}/made-to-measure`;
  await openTerms(page, SUIT);
  await page.getByLabel("Options of its own").check();
  const cloths = page.locator("details").filter({ hasText: "Customers must choose" }).first();
  await cloths.locator("summary").click();
  await cloths.getByRole("button", { name: "Add a choice" }).click();
  await cloths.getByLabel("Choice", { exact: true }).last().fill(FLAX);
  await cloths
    .getByLabel("Made from")
    .last()
    .selectOption({ label: `${FLAX} (10.5 m)` });
  await save(page);
  await visit(page, fitPage);
  await expect(page.getByRole("radio", { name: FLAX })).toBeEnabled();

  await openTerms(page, SUIT);
  const changed = page.locator("details").filter({ hasText: FLAX }).first();
  await changed.locator("summary").click();
  await changed.getByRole("button", { name: `Remove ${FLAX}` }).click();
  await save(page);
  await visit(page, fitPage);
  await expect(page.getByRole("radio", { name: /^Sand linen/ })).toBeEnabled();
  await expect(page.getByRole("radio", { name: FLAX })).toHaveCount(0);
});
