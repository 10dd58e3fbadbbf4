import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const chartRow = (page: Page, size: string) =>
  page.getByRole("table").getByRole("row", { name: new RegExp(`^${size}\\b`) });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: false });

const respond = (page: Page) => page.getByRole("main").getByRole("heading", { level: 3 });

async function findSize(page: Page, measures: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(measures)) await field(page, label).fill(text);
  await page.getByRole("button", { name: "Find my size" }).click();
}

// Specification 1.3, 2.7, 2.50, 2.51, 2.52, 2.54, 4.39
test("the wizard leads through its three steps and back, with Back going back", async ({
  page,
}) => {
  await visit(page, "/measurement");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Preparation tips");
  for (const tip of ["Form-fitting clothing", "well-lit", "whole body visible", "bulky items"]) {
    await expect(page.getByRole("main")).toContainText(tip);
  }
  await expect(page.getByRole("main")).toContainText("Your privacy.");
  await page.getByRole("link", { name: "Continue", exact: true }).click();
  await expect(heading).toHaveText("AI measurement");
  await expect(heading).toBeFocused();
  await expect(page.getByRole("main")).toContainText("Coming Soon");
  await expect(page.getByRole("link", { name: "Browse Collections" })).toHaveAttribute(
    "href",
    "/shop",
  );
  await page.getByRole("link", { name: "Continue to Size Guide" }).click();
  await expect(heading).toHaveText("Size chart");
  await expect(page).toHaveURL("/measurement?step=3");
  await page.goBack();
  await expect(heading).toHaveText("AI measurement");
  await page.goForward();
  await page.getByRole("link", { name: "Back to Start" }).click();
  await expect(page).toHaveURL("/measurement");
  await expect(heading).toHaveText("Preparation tips");
});

// Specification 2.53, 4.40
test("the chart shows inches or centimeters, and the choice is remembered", async ({ page }) => {
  await visit(page, "/measurement?step=3");
  await expect(chartRow(page, "XS")).toHaveText("XS32-3426-2834-3630-32");
  await page.getByRole("link", { name: "cm", exact: true }).click();
  await expect(chartRow(page, "XS")).toHaveText("XS81-8666-7186-9176-81");
  await visit(page, "/measurement?step=3");
  await expect(chartRow(page, "XL")).toHaveText("XL102-10786-91107-11281-86");
  await expect(chartRow(page, "XXL")).toHaveText("XXL107-11291-97112-11781-86");
  await expect(page.getByRole("link", { name: "cm", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test.describe("with a mouse and a touch screen", () => {
  test.use({ hasTouch: true });

  test("the drawing highlights the tape of the active column", async ({ page }) => {
    await visit(page, "/measurement?step=3");
    const lit = page.locator("[data-lit]");
    await expect(lit).toHaveCount(0);
    await page.getByRole("link", { name: "Hips" }).focus();
    await expect(lit).toHaveAttribute("data-tape", "hips");
    await page.keyboard.press("Tab");
    await expect(lit).toHaveAttribute("data-tape", "inseam");
    await chartRow(page, "M").getByRole("cell", { name: "30-32" }).hover();
    await expect(lit).toHaveAttribute("data-tape", "waist");
    await chartRow(page, "M").getByRole("cell", { name: "38-40" }).tap();
    await expect(lit).toHaveAttribute("data-tape", "hips");
    await field(page, "Chest (in)").focus();
    await expect(lit).toHaveAttribute("data-tape", "chest");
  });
});

test("measurements give a size with its reasons, and nothing is sent to the server", async ({
  page,
}) => {
  await visit(page, "/measurement?step=3");
  const requests: string[] = [];
  // Prefetches; other requests could carry a measurement.
  const loadsAhead = /\/assets\/|\.data\?_routes=storefront%2F\w+%2F\w+$|\/images\//;
  page.on("request", (request) => {
    if (request.method() !== "GET" || !loadsAhead.test(request.url())) requests.push(request.url());
  });
  await findSize(page, { "Chest (in)": "37", "Waist (in)": "31,5", "Hips (in)": "38 1/2" });
  await expect(respond(page)).toHaveText("M is your size");
  await expect(respond(page)).toBeFocused();
  await expect(chartRow(page, "M")).toContainText("recommended");
  await field(page, "Hips (in)").fill("41");
  await page.getByRole("button", { name: "Find my size" }).click();
  await expect(respond(page)).toHaveText("L comes nearest");
  await expect(page.getByRole("main")).toContainText("about 1 in too tight at the hips");
  expect(requests).toEqual([]);
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
});

test("switching the unit changes neither the size nor the measurements", async ({ page }) => {
  await visit(page, "/measurement?step=3");
  await findSize(page, { "Chest (in)": "34" });
  await expect(respond(page)).toHaveText("Between XS and S: take S");
  await page.getByRole("link", { name: "cm", exact: true }).click();
  await expect(field(page, "Chest (cm)")).toHaveValue("86.4");
  await expect(respond(page)).toHaveText("Between XS and S: take S");
  await page.getByRole("link", { name: "inches", exact: true }).click();
  await expect(field(page, "Chest (in)")).toHaveValue("34");
});

test("a number in the wrong unit is noticed and corrected with one press", async ({ page }) => {
  await visit(page, "/measurement?step=3&unit=cm");
  await findSize(page, { "Chest (cm)": "38", "Waist (cm)": "wide" });
  await expect(field(page, "Chest (cm)")).toBeFocused();
  await expect(page.getByRole("main")).toContainText("Did you mean 38 inches?");
  await expect(page.getByRole("main")).toContainText("Write a number, such as 87 or 87.5.");
  await expectAccessible(page);
  await field(page, "Waist (cm)").fill("");
  await page.getByRole("link", { name: "Read my numbers as inches" }).click();
  await expect(respond(page)).toHaveText("Between M and L: take L");
  await expect(field(page, "Chest (in)")).toHaveValue("38");
});

test("a product leads to Find my size and back, with its color and the size found", {
  tag: "@phone",
}, async ({ page }) => {
  const path = await pathOfProduct("Camp Street Wide-Leg Trousers");
  const id = path.replace("/product/", "");
  await visit(page, `/product/${id}?color=Black`);
  await page.getByRole("button", { name: "Guyana Sales" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Find my size" }).click();
  await page.getByRole("link", { name: "Enter all measurements at once" }).click();
  await expect(page).toHaveURL(`/measurement?product=${id}&color=Black&step=3#find-my-size`);
  await expect(page.getByRole("heading", { name: "Find my size" })).toBeInViewport();
  const drawing = page.getByRole("img", { name: "Where to measure waist, hips and inseam" });
  await expect(drawing.locator("[data-tape]")).toHaveCount(3);
  await findSize(page, { "Waist (in)": "31", "Hips (in)": "39" });
  await page.getByRole("link", { name: "Choose M for Camp Street Wide-Leg Trousers" }).click();
  await expect(page).toHaveURL(`/product/${id}?color=Black&size=M`);
  const chosen = page.getByRole("radio", { checked: true });
  await expect(chosen).toHaveCount(2);
  await page.getByRole("button", { name: "Size guide" }).click();
  const guide = page.getByRole("dialog", { name: "Size Guide" });
  await expect(guide.getByRole("row", { name: /^XXL/ })).toBeVisible();
  await expectAccessible(page);
  await guide.getByRole("link", { name: "Find my size" }).click();
  await expect(page).toHaveURL(`/measurement?product=${id}&color=Black&step=3#find-my-size`);
});

test("printing shows both charts and the drawing, without form and buttons", async ({ page }) => {
  await visit(page, "/measurement?step=3");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table")).toHaveCount(2);
  await expect(page.getByRole("img", { name: /Where to measure/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Find my size" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to Start" })).toBeHidden();
});
