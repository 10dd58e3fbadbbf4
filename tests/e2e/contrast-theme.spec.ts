import type { Locator } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { button, link, main } from "#tests/support/browser/locators.ts";
import { ownerTest } from "#tests/support/browser/owner.ts";
import { openProduct, tile, visit } from "#tests/support/browser/shop.ts";

// A contrast theme paints every ground alike: states and frames that are grounds elsewhere are said with the system's colors.

const use = { contextOptions: { forcedColors: "active", reducedMotion: "reduce" } } as const;
test.use(use);
ownerTest.use(use);

const styleOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { backgroundColor, borderTopColor, borderTopWidth, color, textDecorationLine } =
      getComputedStyle(element);
    return { backgroundColor, borderTopColor, borderTopWidth, color, textDecorationLine };
  });

/** What a person sees of a state: the ground or the frame. */
async function expectDifferent(chosen: Locator, other: Locator): Promise<void> {
  const looks = async (locator: Locator) => {
    const { backgroundColor, borderTopColor } = await styleOf(locator);
    return { backgroundColor, borderTopColor };
  };
  expect(await looks(chosen)).not.toEqual(await looks(other));
}

test("the chosen size differs from the others", async ({ page }) => {
  await openProduct(page, "Kaieteur Gown");
  await tile(page, "Size", "M").click();
  await expectDifferent(tile(page, "Size", "M"), tile(page, "Size", "S"));
});

test("the main button has a frame", async ({ page }) => {
  await openProduct(page, "Kaieteur Gown");
  const add = button(main(page), /^Add to Cart/).first();
  expect((await styleOf(add)).borderTopWidth).toBe("1px");
});

test("a dialog has a frame", async ({ page }) => {
  await openProduct(page, "Kaieteur Gown");
  await tile(page, "Size", "M").click();
  await button(main(page), /^Add to Cart/)
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  expect((await styleOf(dialog)).borderTopWidth).toBe("2px");
});

test("a checked filter differs from one that is not", async ({ page }) => {
  await visit(page, "/shop");
  await link(main(page), "Filter").first().press("Enter");
  const boxes = page.getByRole("dialog").getByRole("checkbox");
  await boxes.first().press("Space");
  await expect(boxes.first()).toBeChecked();
  await expectDifferent(boxes.first(), boxes.nth(1));
});

test("a saved piece differs from one that is not", async ({ page }) => {
  await visit(page, "/shop");
  const saves = main(page).getByRole("button", { name: /^Save / });
  const other = saves.nth(1);
  await saves.first().click();
  const pressed = main(page).locator('[aria-pressed="true"]').first();
  await expect(pressed).toBeVisible();
  await expectDifferent(pressed, other);
});

test("a suggestion that is chosen differs from the others", async ({ page }) => {
  await visit(page, "/about");
  await page.getByRole("banner").getByLabel("Search the shop").pressSequentially("gown");
  const options = page.getByRole("option");
  await options.nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  const chosen = page.locator('[role="option"][aria-selected="true"]');
  await expect(chosen).toHaveCount(1);
  await expectDifferent(
    chosen,
    page.locator('[role="option"]:not([aria-selected="true"])').first(),
  );
});

test("the page of a listing that is open is underlined", async ({ page }) => {
  await visit(page, "/shop");
  const current = page.locator("main [aria-current]:not([aria-current=false])").first();
  expect((await styleOf(current)).textDecorationLine).toContain("underline");
});

ownerTest("a switch that is on differs from one that is off", async ({ page }) => {
  await visit(page, "/admin/products/new");
  const switches = page.getByRole("switch");
  await expectDifferent(
    switches.and(page.locator(":checked")).first(),
    switches.and(page.locator(":not(:checked)")).first(),
  );
});

ownerTest("the size of a new product that is chosen differs from the others", async ({ page }) => {
  await visit(page, "/admin/products/new");
  const sizes = page.getByRole("group", { name: "Sizes" }).getByRole("checkbox");
  await sizes.first().press("Space");
  const tileOf = (box: Locator) => box.locator("xpath=following-sibling::*[1]");
  const chosen = sizes.and(page.locator(":checked")).first();
  const other = sizes.and(page.locator(":not(:checked)")).first();
  await expectDifferent(tileOf(chosen), tileOf(other));
});
