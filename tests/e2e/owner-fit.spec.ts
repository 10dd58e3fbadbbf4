import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { ownerTest as test, uniqueName } from "#tests/support/browser/owner.ts";
import {
  expectReadable,
  openProduct,
  productPath,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";

const sizes = (page: Page) => page.getByRole("group", { name: "Available Sizes" });

async function offer(page: Page, name: string, offered: string): Promise<void> {
  await visit(page, "/admin/atelier");
  await page.getByLabel("Product with the size Custom").selectOption({ label: name });
  await page.getByRole("button", { name: "Open its terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByLabel("Offered", { exact: true }).first().selectOption(offered);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. The shop shows it now.")).toBeVisible();
}

test("Custom that the owner does not offer for a product is no size of it, is refused at its address, and comes back", async ({
  page,
}) => {
  const name = "Kaieteur Gown";
  const path = await productPath(page.request, name);
  await openProduct(page, name);
  await expect(tile(page, "Available Sizes", "Custom")).toBeVisible();

  await offer(page, name, "no");
  await openProduct(page, name);
  await expect(sizes(page).getByRole("radio", { name: "M" })).toBeAttached();
  await expect(sizes(page).getByRole("radio", { name: "Custom" })).toHaveCount(0);
  await visit(page, `${path}/made-to-measure`);
  await expect(page.getByText("We cannot make this piece to measure at the moment")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Add to Cart/ })).toHaveCount(0);
  await expectReadable(page);

  await offer(page, name, "");
  await openProduct(page, name);
  await expect(tile(page, "Available Sizes", "Custom")).toBeVisible();
});

test("the color of a cloth is picked without knowing a code, and the list shows it", {
  tag: "@both",
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  const cloth = uniqueName("Canje drill");
  await visit(page, "/admin/atelier/cloth/new");
  await page.getByLabel("Name").fill(cloth);
  const code = page.getByRole("textbox", { name: /^Color/ });
  await code.fill("green");
  await page.getByRole("button", { name: "Add the cloth" }).click();
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Pick the color").fill("#1f6f54");
  await expect(code).toHaveValue("#1F6F54");
  await expectReadable(page);
  await page.getByRole("button", { name: "Add the cloth" }).click();
  await expect(page.getByRole("heading", { level: 1, name: cloth })).toBeVisible();
  await expect(page.getByLabel("Pick the color")).toHaveValue("#1f6f54");
  await visit(page, "/admin/atelier/cloth");
  const row = page.getByRole("listitem").filter({ hasText: cloth });
  await expect(row.locator("[data-color]")).toHaveCSS("background-color", "rgb(31, 111, 84)");
});

test("what the owner's finished garments measure decides the size advice in the place of the chart", async ({
  page,
}) => {
  const name = "Cathedral White Shirt";
  const path = await productPath(page.request, name);
  await page.addInitScript(() => {
    const entry = (value: number) => ({ value, entered: String(value / 10), unit: "cm" });
    const entries = { chest: entry(900), waist: entry(760), hips: entry(900) };
    localStorage.setItem("size-entries", JSON.stringify(entries));
    localStorage.setItem("measurement-unit", "cm");
  });
  const advised = async () => {
    await openProduct(page, name);
    await page.getByRole("button", { name: "Guyana Sales" }).scrollIntoViewIfNeeded();
    const radio = sizes(page).getByRole("radio", { name: /Your size$/ });
    await expect(radio).toBeAttached();
    return radio.getAttribute("value");
  };
  const byChart = await advised();

  const measures = `/admin/products/measurements/${path.split("/").at(-1)}`;
  const enter = async (first: number | null) => {
    await visit(page, measures);
    const groups = page.getByRole("group", { name: /^Size / });
    for (const [index, group] of (await groups.all()).entries()) {
      const girth = first === null ? "" : String(first + 6 * index);
      await group.getByLabel("Chest (cm)").fill(girth);
    }
    await page.getByRole("button", { name: "Save measurements" }).click();
    await expect(page.getByText("The measurements are saved.").first()).toBeVisible();
  };
  // Cut so closely that the usual size is too tight.
  await enter(84);
  const byGarment = await advised();
  expect(byGarment).not.toBe(byChart);
  await enter(null);
  expect(await advised()).toBe(byChart);
});
