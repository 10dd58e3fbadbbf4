import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { photograph } from "#tests/support/browser/images.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";

const SHIRT = "Savannah Linen Shirt";
const IMAGE = "mandarin.png";

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. The shop shows it now.")).toBeVisible();
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

test("the owner adds an option with a price, an image and a cloth, which shoppers see; a wrong amount and the image dialog lose nothing", async ({
  noise,
  page,
  shop,
}) => {
  noise.expect(/status of 422/);
  await shop.inDatabase((db) => addCloth(db, 10_500, "Demerara flax"));
  await visit(page, "/admin?tab=media");
  await page.getByLabel("Files to upload").setInputFiles([await photograph(IMAGE)]);
  await expect(toasts(page).getByText(`${IMAGE} uploaded successfully!`)).toBeVisible();

  await visit(page, "/admin/atelier");
  await page.getByLabel("Product with the size Custom").selectOption({ label: SHIRT });
  await page.getByRole("button", { name: "Open its terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: SHIRT })).toBeVisible();
  await page.getByLabel("Options of its own").check();
  const option = await addOption(page, "Yoke");
  await option.getByLabel("Choice", { exact: true }).fill("Mandarin");
  await option.getByLabel("Price difference").fill("forty-five");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter an amount such as 35, -5 or 12.50.")).toBeVisible();
  await expect(option.getByLabel("Choice", { exact: true })).toHaveValue("Mandarin");
  await option.getByLabel("Price difference").fill("45");
  await option.getByLabel("Made from").selectOption({ label: "Demerara flax (10.5 m)" });
  const choices = option.getByLabel("Choice", { exact: true });
  await option.getByRole("button", { name: "Add a choice" }).click();
  await expect(choices).toHaveCount(2);
  await choices.nth(1).fill("Straight");
  await option.getByRole("button", { name: "Remove Straight" }).click();
  await expect(choices).toHaveValue("Mandarin");
  await option.getByRole("button", { name: "Choose picture of Mandarin" }).click();
  const images = page.getByRole("dialog", { name: "Picture of Mandarin" });
  await images.getByLabel("Search the library").fill(IMAGE);
  await page.keyboard.press("Enter");
  await images.getByRole("button", { name: `Use ${IMAGE}` }).click();
  await expect(images).toBeHidden();
  await expectReadable(page);
  await expectFitsEveryWidth(page);
  await save(page);

  await visit(page, `${await productPath(page.request, SHIRT)}/made-to-measure`);
  const shown = page.getByRole("group", { name: "Yoke" });
  await expect(shown).toContainText("Mandarin");
  await expect(shown).toContainText("+$45.00");
});
