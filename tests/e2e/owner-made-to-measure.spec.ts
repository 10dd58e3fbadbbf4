import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { photograph } from "#tests/support/browser/images.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { ownerTest as test, uniqueName } from "#tests/support/browser/owner.ts";
import { expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";

async function termsOf(page: Page, name: string): Promise<{ terms: string; fitPage: string }> {
  const product = await productPath(page.request, name);
  await visit(page, "/admin/atelier");
  await page.getByLabel("Product with the size Custom").selectOption({ label: name });
  await page.getByRole("button", { name: "Open its terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return { terms: page.url(), fitPage: `${product}/made-to-measure` };
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. The shop shows it now.")).toBeVisible();
}

/** The newest option of the form. */
async function addOption(page: Page, name: string) {
  await page.getByRole("button", { name: "Add an option" }).click();
  const option = page
    .getByRole("group")
    .filter({ has: page.getByRole("button", { name: "Add a choice" }) })
    .last();
  await option.getByLabel("Option", { exact: true }).fill(name);
  return page
    .getByRole("group", { name, exact: true })
    .filter({ has: page.getByRole("button", { name: "Add a choice" }) });
}

async function upload(page: Page, name: string): Promise<void> {
  await visit(page, "/admin?tab=media");
  await page.getByLabel("Files to upload").setInputFiles([await photograph(name)]);
  await expect(toasts(page).getByText(`${name} uploaded successfully!`)).toBeVisible();
}

// Two owners of one product would meet a conflict: each test has its own.
test("the owner adds an option with a price, which shoppers see; a wrong amount and the picture dialog lose nothing", {
  tag: "@both",
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  const collar = uniqueName("Collar");
  const picture = `${uniqueName("mandarin").replaceAll(" ", "-")}.png`;
  await upload(page, picture);
  const { terms, fitPage } = await termsOf(page, "Savannah Linen Shirt");
  await visit(page, fitPage);
  await expect(page.getByRole("group", { name: collar })).toHaveCount(0);

  await visit(page, terms);
  await page.getByLabel("Options of its own").check();
  const option = await addOption(page, collar);
  await option.getByLabel("Choice", { exact: true }).fill("Mandarin");
  await option.getByLabel("Price difference").fill("forty-five");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter an amount such as 35, -5 or 12.50.")).toBeVisible();
  await expect(option.getByLabel("Choice", { exact: true })).toHaveValue("Mandarin");
  await option.getByLabel("Price difference").fill("45");
  await option.getByRole("button", { name: "Choose picture of Mandarin" }).click();
  const pictures = page.getByRole("dialog", { name: "Picture of Mandarin" });
  await pictures.getByLabel("Search the library").fill(picture);
  await page.keyboard.press("Enter");
  await pictures.getByRole("button", { name: `Use ${picture}` }).click();
  await expect(pictures).toBeHidden();
  await expectReadable(page);
  await save(page);

  await visit(page, fitPage);
  const shown = page.getByRole("group", { name: collar });
  await expect(shown).toContainText("Mandarin");
  await expect(shown).toContainText("+$45.00");
});

test("cloth below its threshold is on the Overview, and shoppers cannot choose cloth that is used up", {
  tag: "@both",
}, async ({ page }) => {
  const cloth = uniqueName("Demerara flax");
  const { fitPage, terms } = await termsOf(page, "Golden Grove Linen Suit");
  await visit(page, "/admin/atelier/cloth/new");
  await page.getByLabel("Name").fill(cloth);
  await page.getByLabel("Low at (metres)").fill("12");
  await page.getByRole("button", { name: "Add the cloth" }).click();
  await expect(page.getByRole("heading", { level: 1, name: cloth })).toBeVisible();
  await page.getByLabel("Metres", { exact: true }).fill("10.5");
  await page.getByRole("button", { name: "Receive" }).click();
  await expect(page.getByText(`${cloth}: 10.5 m in stock.`).first()).toBeVisible();
  const clothPage = page.url();
  await visit(page, "/admin/overview");
  const low = page.getByRole("listitem").filter({ hasText: cloth });
  await expect(low).toContainText("10.5 m left");

  await visit(page, terms);
  await page.getByLabel("Options of its own").check();
  const option = page.locator("details").filter({ hasText: "Customers must choose" }).first();
  await option.locator("summary").click();
  await option.getByRole("button", { name: "Add a choice" }).click();
  await option.getByLabel("Choice", { exact: true }).last().fill(cloth);
  await option
    .getByLabel("Made from")
    .last()
    .selectOption({ label: `${cloth} (10.5 m)` });
  await save(page);
  await visit(page, fitPage);
  const choice = page.getByRole("radio", { name: cloth });
  await expect(choice).toBeEnabled();

  await visit(page, clothPage);
  await page.getByLabel("Metres", { exact: true }).fill("0.4");
  await page.getByLabel("Reason").fill("Water damage");
  await page.getByRole("button", { name: "Set the count" }).click();
  await expect(page.getByText(`${cloth}: 0.4 m in stock.`).first()).toBeVisible();
  await expect(page.getByText("Water damage")).toBeVisible();
  await visit(page, fitPage);
  await expect(page.getByRole("radio", { name: `${cloth} Used up` })).toBeDisabled();

  await visit(page, terms);
  const changed = page.locator("details").filter({ hasText: cloth }).first();
  await changed.locator("summary").click();
  await changed.getByRole("button", { name: `Remove ${cloth}` }).click();
  await save(page);
});
