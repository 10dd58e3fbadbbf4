import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { expectReadable, scrollsSideways, visit } from "#tests/support/browser/shop.ts";

test("the palette finds and opens products and settings by mouse and keyboard, and returns the focus", async ({
  page,
}) => {
  const field = page.getByRole("combobox", { name: "Search everything" });
  const option = (name: string | RegExp) => page.getByRole("option", { name });
  const press = page.getByRole("button", { name: "Search everything" });
  await visit(page, "/admin/orders");

  await test.step("closing it returns the focus", async () => {
    await press.press("Enter");
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await expect(option("New product")).toHaveAttribute("aria-selected", "true");
    expect(await scrollsSideways(page)).toBe(false);
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(press).toBeFocused();
  });

  await test.step("arrows choose a product, which Enter opens", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await field.fill("savanah linen");
    await expect(option(/Savannah Linen Shirt/)).toHaveAttribute("aria-selected", "true");
    await field.fill("shirt");
    await expect(page.getByText(/^\d+ results$/)).toBeAttached();
    const first = page.getByRole("option").first();
    await expect(field).toHaveAttribute(
      "aria-activedescendant",
      (await first.getAttribute("id")) ?? "",
    );
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(first).toHaveAttribute("aria-selected", "true");
    await expectAccessible(page);
    const name = await first.locator("span.truncate").first().innerText();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Product Name")).toHaveValue(name);
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("a setting opens at its field", async () => {
    await press.click();
    await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveCount(1);
    await field.fill("contact ph");
    await option(/Contact Phone/).click();
    await expect(page).toHaveURL(/tab=settings/);
    await expect(page.getByLabel("Contact Phone")).toBeFocused();
  });

  await test.step("an empty result says so and suggests what to try", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await field.fill("zzqx");
    await expect(page.getByText("Nothing found for “zzqx”")).toBeVisible();
    await expect(page.getByText("Nothing found", { exact: true })).toBeAttached();
    await expect(field).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeHidden();
  });

  await test.step("on a phone it fits the screen and has a close button", async () => {
    await press.click();
    await onPhone(page, async () => {
      await expectReadable(page);
      await page.getByRole("button", { name: "Close" }).click();
    });
    await expect(field).toBeHidden();
  });
});

test("an older response never replaces a newer one, and without a response the pages are still listed", async ({
  page,
  noise,
}) => {
  noise.expect(cutOffNoise);
  const field = page.getByRole("combobox", { name: "Search everything" });
  let releaseOld = () => {};
  const held = new Promise<void>((resolve) => {
    releaseOld = resolve;
  });
  await page.route("**/admin/search/found?q=gown", async (route) => {
    await held;
    await route.continue().catch(() => {}); // aborted by the newer request
  });
  await page.route("**/admin/search/found?q=orders", (route) => route.abort());
  await visit(page, "/admin/outbox");
  await page.keyboard.press("ControlOrMeta+k");
  const requests = page.waitForRequest("**/admin/search/found?q=gown");
  await field.fill("gown");
  await requests;
  await field.fill("linen shirt");
  await expect(page.getByRole("option", { name: /Savannah Linen Shirt/ })).toBeVisible();
  releaseOld();
  await field.fill("orders");
  await expect(
    page.getByText("The search is not responding. You can still open pages"),
  ).toBeVisible();
  await expect(page.getByRole("option", { name: /Gown/ })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the palette's button leads to the search as a page", async ({ page }) => {
    await page.goto("/admin/orders");
    await page.getByRole("button", { name: "Search everything" }).click();
    await page.getByLabel("Search for").fill("linen");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: /Savannah Linen Shirt/ }).click();
    await expect(page.getByLabel("Product Name")).toHaveValue("Savannah Linen Shirt");
  });
});
