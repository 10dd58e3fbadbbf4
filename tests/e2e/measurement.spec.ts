import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { productPath, visit } from "#tests/support/browser/shop.ts";

const chartRow = (page: Page, size: string) =>
  page.getByRole("table").getByRole("row", { name: new RegExp(`^${size}\\b`) });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: false });

const respond = (page: Page) => page.getByRole("main").getByRole("heading", { level: 3 });

async function findSize(page: Page, measures: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(measures)) await field(page, label).fill(text);
  await page.getByRole("button", { name: "Find my size" }).click();
}

async function productId(page: Page, name: string): Promise<string> {
  return (await productPath(page.request, name)).replace("/product/", "");
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

test("each step is served as its own page, cached for everyone", async ({ request }) => {
  for (const path of ["/measurement", "/measurement?step=2", "/measurement?step=3"]) {
    const response = await request.get(path);
    expect(response.headers()["cache-control"]).toContain("public");
    const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(await response.text()) ?? [];
    expect(new URL(canonical ?? "").pathname + new URL(canonical ?? "").search).toBe(path);
  }
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

test("the drawing highlights the tape of the active column", { tag: "@both" }, async ({
  page,
  isMobile,
}) => {
  await visit(page, "/measurement?step=3");
  const lit = page.locator("[data-lit]");
  await expect(lit).toHaveCount(0);
  await page.getByRole("link", { name: "Hips" }).focus();
  await expect(lit).toHaveAttribute("data-tape", "hips");
  await page.keyboard.press("Tab");
  await expect(lit).toHaveAttribute("data-tape", "inseam");
  if (isMobile) {
    await chartRow(page, "M").getByRole("cell", { name: "30-32" }).tap();
  } else {
    await chartRow(page, "M").getByRole("cell", { name: "30-32" }).hover();
  }
  await expect(lit).toHaveAttribute("data-tape", "waist");
  await field(page, "Chest (in)").focus();
  await expect(lit).toHaveAttribute("data-tape", "chest");
});

test("measurements give a size with its reasons, and nothing is sent to the server", async ({
  page,
}) => {
  await visit(page, "/measurement?step=3");
  await page.waitForLoadState("networkidle");
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

test("an empty form asks for a measurement", async ({ page }) => {
  await visit(page, "/measurement?step=3");
  await findSize(page, {});
  await expect(page.getByRole("main")).toContainText("Give at least one of the measures");
  await expect(respond(page)).toHaveCount(0);
});

// Specification 2.7
test("the visitor returns to the product with the size chosen", async ({ page }) => {
  const id = await productId(page, "Kaieteur Gown");
  await visit(page, `/measurement?product=${id}&step=3`);
  await expect(page.getByRole("main")).toContainText("for Kaieteur Gown");
  await expect(page.getByLabel(/Inseam/)).toHaveCount(0);
  await findSize(page, { "Chest (in)": "39", "Waist (in)": "33", "Hips (in)": "41" });
  await page.getByRole("link", { name: "Choose L for Kaieteur Gown" }).click();
  await expect(page).toHaveURL(`/product/${id}?size=L`);
  const sizes = page.getByRole("group", { name: "Available Sizes" });
  await expect(sizes.getByRole("radio", { name: "L", exact: true })).toBeChecked();
  await visit(page, `/product/${id}?size=L`);
  await expect(sizes.getByRole("radio", { name: "L", exact: true })).toBeChecked();
  await visit(page, `/product/${id}?size=Huge`);
  await expect(sizes.getByRole("radio", { checked: true })).toHaveCount(0);
});

test("a product leads to Find my size and back, with its color and the size found", {
  tag: "@both",
}, async ({ page }) => {
  const id = await productId(page, "Camp Street Wide-Leg Trousers");
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

test("measurements outside the chart lead to size Custom or to a message to us", async ({
  page,
}) => {
  const id = await productId(page, "Kaieteur Gown");
  await visit(page, `/measurement?product=${id}&step=3`);
  await findSize(page, { "Chest (in)": "48" });
  await expect(respond(page)).toHaveText("You are beyond our chart");
  await expect(page.getByRole("link", { name: "Ask us about this piece" })).toBeVisible();
  await page.getByRole("link", { name: "Choose Custom for Kaieteur Gown" }).click();
  await expect(page).toHaveURL(`/product/${id}?size=Custom`);
});

// Specification 2.7, 2.54
test("an unknown product is ignored, and the wizard continues", async ({ page }) => {
  const response = await visit(page, "/measurement?product=nobody%27s&step=3");
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("link", { name: "Shop With Size Guide" })).toHaveAttribute(
    "href",
    "/shop",
  );
});

test("printing shows both charts and the drawing, without form and buttons", async ({ page }) => {
  await visit(page, "/measurement?step=3");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table")).toHaveCount(2);
  await expect(page.getByRole("img", { name: /Where to measure/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Find my size" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to Start" })).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("steps and units are links, and the response of Find my size is private", async ({
    page,
  }) => {
    await page.goto("/measurement");
    await page.getByRole("link", { name: "Continue", exact: true }).click();
    await page.getByRole("link", { name: "Continue to Size Guide" }).click();
    await page.getByRole("link", { name: "cm", exact: true }).click();
    await expect(chartRow(page, "XS")).toHaveText("XS81-8666-7186-9176-81");
    await field(page, "Chest (cm)").fill("94");
    await field(page, "Hips (cm)").fill("99,5");
    const responded = page.waitForResponse(/measurement\/size/);
    await page.getByRole("button", { name: "Find my size" }).click();
    expect((await responded).headers()["cache-control"]).toBe("private, no-store");
    await expect(respond(page)).toHaveText("M is your size");
    await page.getByRole("link", { name: "inches", exact: true }).click();
    await expect(field(page, "Hips (in)")).toHaveValue("39 1/8");
    await expect(respond(page)).toHaveText("M is your size");
  });

  test("a result without measurements leads to the form", async ({ page }) => {
    await page.goto("/measurement/size?unit=cm");
    await expect(page).toHaveURL("/measurement?step=3&unit=cm");
  });

  test("odd measurements get a message and no server error", async ({ page }) => {
    for (const odd of ["", "<script>", "١٢", "'; drop table products; --", "💃".repeat(60)]) {
      const address = `/measurement/size?unit=inches&chest=${encodeURIComponent(odd)}`;
      const response = await page.goto(address);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole("main")).toContainText(/Write a number|Give at least one/);
    }
  });
});
