import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { NO_EMAIL_MESSAGE } from "#core/email-messages.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { readMailTo, readMailWithReplyTo } from "#tests/support/browser/mailbox.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { openProduct, scrollsSideways, tile, visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const GOWN = "Kaieteur Gown";
const UNKNOWN = "/product/0198f000-0000-7000-8000-00000000000a";

const opener = (page: Page) => page.getByRole("button", { name: "Guyana Sales" });
const dialogOf = (page: Page, name = GOWN) =>
  page.getByRole("dialog", { name: `Contact Us for Purchase - ${name}` });
const submitButton = (within: Locator) => within.getByRole("button", { name: "Submit Inquiry" });
const cutOff = /net::ERR_FAILED|Failed to load resource/;

async function openInquiry(page: Page, name = GOWN): Promise<Locator> {
  await openProduct(page, name);
  await opener(page).click();
  await expect(dialogOf(page, name)).toBeVisible();
  return dialogOf(page, name);
}

async function fillContact(within: Locator | Page, email: string): Promise<void> {
  await within.getByLabel("First Name").fill("Asha");
  await within.getByLabel("Last Name").fill("Persaud");
  await within.getByLabel("Email Address").fill(email);
  await within.getByLabel("Phone Number").fill("+592 555 0100");
  await within.getByLabel("Address", { exact: true }).fill("Lot 12\nCamp Street");
  await within.getByLabel("City").fill("Georgetown");
}

// Specification 2.79, 2.80, 2.81, 2.82, 9.30
test("Guyana Sales opens the inquiry with the size of the page; the browser can autofill it, and phones show the right keyboard", async ({
  page,
}) => {
  await openProduct(page, GOWN);
  await tile(page, "Available Sizes", "L").click();
  await opener(page).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(
    "Our team replies within 24 hours with availability and purchase details.",
  );
  await expect(dialog.getByLabel("Product Name")).toHaveValue(GOWN);
  await expect(dialog.getByLabel("Product Name")).not.toBeEditable();
  await expect(dialog.getByLabel("Size")).toHaveValue("L");
  await expect(dialog.getByLabel("Quantity", { exact: true })).toHaveValue("1");
  await expect(dialog.getByLabel("Quantity", { exact: true })).toHaveAttribute("min", "1");
  await expect(dialog.getByLabel("Additional Notes")).toHaveAttribute("rows", "3");
  await expect(dialog.getByLabel("Postal Code")).not.toHaveAttribute("required");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible();
  for (const [label, completion] of Object.entries({
    "First Name": "given-name",
    "Last Name": "family-name",
    "Email Address": "email",
    "Phone Number": "tel",
    City: "address-level2",
    "Postal Code": "postal-code",
  })) {
    await expect(dialog.getByLabel(label)).toHaveAttribute("autocomplete", completion);
  }
  const address = dialog.getByLabel("Address", { exact: true });
  await expect(address).toHaveAttribute("autocomplete", "street-address");
  await expect(dialog.getByLabel("Email Address")).toHaveAttribute("inputmode", "email");
  await expect(dialog.getByLabel("Phone Number")).toHaveAttribute("inputmode", "tel");
  await expect(dialog.getByLabel("Quantity", { exact: true })).toHaveAttribute(
    "inputmode",
    "numeric",
  );
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
});

test("a sold-out size is labelled and can be requested, and another color may have it", async ({
  page,
}) => {
  const dialog = await openInquiry(page, "Stabroek Two-Piece Suit");
  await expect(dialog.getByLabel("Size").locator("option[value='L']")).toHaveText("L (sold out)");
  await dialog.getByLabel("Size").selectOption("L");
  await expect(dialog.getByLabel("Size")).toHaveValue("L");
  await dialog.getByLabel("Color").selectOption({ label: "Charcoal" });
  await expect(dialog.getByLabel("Size").locator("option[value='L']")).toHaveText("L");
  await expect(dialog.getByLabel("Size")).toHaveValue("L");
});

// Specification 2.81, 5.8, 5.10, 5.11
test("submitting shows an error under each missing field, focuses the first, and editing clears it", async ({
  page,
  noise,
}) => {
  noise.expect(refusedFormNoise);
  const dialog = await openInquiry(page);
  await dialog.getByLabel("First Name").fill("   ");
  await submitButton(dialog).click();
  for (const [label, text] of Object.entries({
    "First Name": "First name is required",
    "Email Address": "Email is required",
    "Phone Number": "Phone is required",
    City: "City is required",
    Size: "Size selection is required",
  })) {
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(text);
    await expect(dialog.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(dialog.getByText("Address is required")).toBeVisible();
  await expect(dialog.getByLabel("First Name")).toBeFocused();
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await dialog.getByLabel("First Name").fill("Asha");
  await expect(dialog.getByText("First name is required")).toHaveCount(0);
  await dialog.getByLabel("Size").selectOption("M");
  await expect(dialog.getByText("Size selection is required")).toHaveCount(0);
  await submitButton(dialog).click();
  await expect(dialog.getByLabel("Email Address")).toBeFocused();
});

// Specification 1.2, 4.26, 6.1, 8.42
test("a sent inquiry closes the dialog, shows a toast and sends two emails", async ({ page }) => {
  const email = newEmail();
  await openProduct(page, GOWN);
  await tile(page, "Available Sizes", "M").click();
  await opener(page).click();
  const dialog = dialogOf(page);
  await fillContact(dialog, email);
  await dialog.getByRole("button", { name: "More: Quantity" }).click();
  await dialog.getByLabel("Additional Notes").fill("For a wedding on the 12th");
  await submitButton(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Inquiry submitted successfully!")).toBeVisible();
  await expect(
    page.getByText("We'll get back to you within 24 hours with availability and purchase details."),
  ).toBeVisible();
  await expect(opener(page)).toBeFocused();
  const toShop = await readMailWithReplyTo(email);
  expect(toShop).toContain("Subject: Guyana Sales: Kaieteur Gown (Asha Persaud)");
  for (const text of ["Size M · Pearl", "Quantity 2", "For a wedding on the 12th", "Camp Street"]) {
    expect(toShop).toContain(text);
  }
  expect(await readMailTo(email)).toContain("Thank you, Asha");
  await opener(page).click();
  await expect(dialogOf(page).getByLabel("First Name")).toHaveValue("");
});

// Specification 5.9
test("a doubtful email gets a hint and is accepted", async ({ page }) => {
  const dialog = await openInquiry(page);
  await fillContact(dialog, "asha@example");
  await expect(dialog.getByRole("status")).toContainText(NO_EMAIL_MESSAGE);
  await dialog.getByLabel("Size").selectOption("M");
  await submitButton(dialog).click();
  await expect(page.getByText("Inquiry submitted successfully!")).toBeVisible();
});

// Specification 2.83, 4.26
test("the button says Submitting... while it sends, and a second press sends nothing", {
  tag: "@once-unsteady",
}, async ({ page }) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  const dialog = await openInquiry(page);
  const letThrough = await holdResponses(page, "**/inquiry.data*");
  await fillContact(dialog, newEmail());
  await dialog.getByLabel("Size").selectOption("M");
  await submitButton(dialog).click();
  const busy = dialog.getByRole("button", { name: "Submitting..." });
  await expect(busy).toHaveAttribute("aria-busy", "true");
  await busy.click({ force: true });
  await dialog.getByLabel("City").press("Enter");
  letThrough();
  await expect(page.getByText("Inquiry submitted successfully!")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(posts).toEqual([expect.stringMatching(/^\/product\/[^/]+\/inquiry\.data$/)]);
});

// Specification 4.26, 8.41
test("an inquiry that fails keeps the dialog and its input, and is sent on the next press", async ({
  page,
  noise,
}) => {
  noise.expect(cutOff);
  noise.expect(/status of 503|^503 for/);
  const dialog = await openInquiry(page);
  await fillContact(dialog, newEmail());
  await dialog.getByLabel("Size").selectOption("M");
  for (const fail of ["abort", "503"]) {
    await page.route("**/inquiry.data*", (route) =>
      fail === "abort" ? route.abort() : route.fulfill({ status: 503, body: "away" }),
    );
    await submitButton(dialog).click();
    await expect(dialog.getByRole("alert")).toContainText("Error submitting inquiry");
    await expect(
      page.getByRole("region", { name: "Notifications" }).getByText("Error submitting inquiry"),
    ).toBeVisible();
    await expect(dialog.getByRole("alert")).toContainText(
      "Please try again later or contact us directly.",
    );
    await expect(dialog.getByRole("alert").getByRole("link").first()).toHaveAttribute(
      "href",
      /^tel:/,
    );
    await page.unroute("**/inquiry.data*");
  }
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await expect(dialog.getByLabel("First Name")).toHaveValue("Asha");
  await submitButton(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Inquiry submitted successfully!")).toBeVisible();
  await expect(page.getByText("Error submitting inquiry")).toHaveCount(0);
});

test("a product deleted meanwhile is reported, and no input is lost", async ({ page, noise }) => {
  noise.expect(/status of 410/);
  const dialog = await openInquiry(page);
  await fillContact(dialog, newEmail());
  await dialog.getByLabel("Size").selectOption("M");
  await page.route("**/inquiry.data*", (route) =>
    route.continue({ url: new URL(`${UNKNOWN}/inquiry.data`, page.url()).href }),
  );
  await submitButton(dialog).click();
  await expect(dialog.getByRole("alert")).toContainText("This piece is no longer offered");
  await expect(dialog.getByRole("alert")).toContainText("Everything you wrote is still here.");
  await expect(dialog.getByLabel("City")).toHaveValue("Georgetown");
});

// Specification 2.83, 5.13
test("a quantity that is not a number becomes 1; closing the dialog keeps its input, and a size chosen on the page later replaces the old one", async ({
  page,
}) => {
  const dialog = await openInquiry(page);
  const quantity = dialog.getByLabel("Quantity", { exact: true });
  await quantity.fill("");
  await quantity.press("Tab");
  await expect(quantity).toHaveValue("1");
  await dialog.getByLabel("First Name").fill("Asha");
  await dialog.getByLabel("Additional Notes").fill("A long story");
  await dialog.getByLabel("Size").selectOption("S");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await opener(page).click();
  await expect(dialog.getByLabel("First Name")).toHaveValue("Asha");
  await expect(dialog.getByLabel("Additional Notes")).toHaveValue("A long story");
  await expect(dialog.getByLabel("Size")).toHaveValue("S");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await tile(page, "Available Sizes", "XL").click();
  await opener(page).click();
  await expect(dialog.getByLabel("Additional Notes")).toHaveValue("A long story");
  await expect(dialog.getByLabel("Size")).toHaveValue("XL");
});

test("the whole inquiry can be sent with the keyboard", async ({ page }) => {
  const email = newEmail();
  await openProduct(page, GOWN);
  await opener(page).focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("First Name")).toBeFocused();
  for (const text of ["Asha", "Persaud", email, "+592 555 0100", "Lot 12", "Georgetown", ""]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(dialog.getByLabel("Product Name")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Size")).toBeFocused();
  await page.keyboard.type("M");
  await expect(dialog.getByLabel("Size")).toHaveValue("M");
  await dialog.getByLabel("City").focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  expect(await readMailTo(email)).toContain("Size M");
});

test("the button opens the inquiry's own page when the dialog cannot be loaded", async ({
  page,
  noise,
}) => {
  noise.expect(cutOff);
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const isDialog = /as InquiryDialog\b/.test(await response.text());
    await (isDialog ? route.abort() : route.fulfill({ response }));
  });
  await openProduct(page, GOWN);
  await tile(page, "Available Sizes", "L").click();
  await opener(page).click();
  await expect(page).toHaveURL(/\/inquiry\?size=L/);
  await expect(
    page.getByRole("heading", { level: 1, name: `Contact Us for Purchase - ${GOWN}` }),
  ).toBeVisible();
  await expect(page.getByLabel("Size")).toHaveValue("L");
});

test("the inquiry's own page sends it and leads to the thank-you page", async ({ page, noise }) => {
  noise.expect(refusedFormNoise);
  await visit(page, `${await pathOfProduct(GOWN)}/inquiry?size=M`);
  await submitButton(page.getByRole("main")).click();
  await expect(page.getByLabel("First Name")).toBeFocused();
  await fillContact(page, newEmail());
  await submitButton(page.getByRole("main")).click();
  await expect(page).toHaveURL(/\/inquiry\/sent$/);
  await expect(
    page.getByRole("heading", { level: 1, name: "Inquiry submitted successfully!" }),
  ).toBeFocused();
});

test.describe("on a phone", { tag: "@phone" }, () => {
  test("the dialog fills the screen, its button stays in view, and every control is 44 px high", async ({
    page,
  }) => {
    const dialog = await openInquiry(page);
    const box = await dialog.boundingBox();
    expect(box).toMatchObject({ x: 0, width: 390, height: 844 });
    await dialog.getByLabel("Additional Notes").scrollIntoViewIfNeeded();
    await expect(submitButton(dialog)).toBeInViewport({ ratio: 1 });
    const controls = dialog.locator("input:visible:not([tabindex='-1']), select, textarea, button");
    await expect(controls).toHaveCount(17);
    for (const control of await controls.all()) {
      const box = await control.boundingBox();
      expect(box?.height, await control.innerHTML()).toBeGreaterThanOrEqual(44);
    }
    expect(await scrollsSideways(page)).toBe(false);
  });

  test("in landscape or at 400 % zoom the dialog scrolls to its button", async ({ page }) => {
    const dialog = await openInquiry(page);
    await page.setViewportSize({ width: 320, height: 256 });
    await submitButton(dialog).scrollIntoViewIfNeeded();
    await expect(submitButton(dialog)).toBeInViewport({ ratio: 1 });
    await dialog.getByLabel("City").scrollIntoViewIfNeeded();
    await expect(dialog.getByLabel("City")).toBeInViewport({ ratio: 1 });
    expect(await scrollsSideways(page)).toBe(false);
  });
});

test("the inquiry page with errors is accessible before its script runs", async ({
  page,
  noise,
}) => {
  noise.expect(cutOff);
  noise.expect(/status of 4(22|10)/);
  await page.route("**/assets/*.js", (route) => route.abort());
  for (const [path, text] of [
    [await pathOfProduct(GOWN), "Please look at the marked fields"],
    [UNKNOWN, "This piece is no longer offered"],
  ] as const) {
    await page.goto(`${await pathOfProduct(GOWN)}/inquiry`);
    if (path === UNKNOWN) {
      await fillContact(page, newEmail());
      await page.getByLabel("Size").selectOption("M");
    }
    await page.locator("#inquiry-form").evaluate((form, to) => {
      form.setAttribute("action", `${to}/inquiry`);
    }, path);
    await submitButton(page.getByRole("main")).click();
    await expect(page.getByRole("alert")).toContainText(text);
    await expectAccessible(page);
    await onPhone(page, async () => {
      await expectAccessible(page);
      expect(await scrollsSideways(page)).toBe(false);
    });
  }
});
