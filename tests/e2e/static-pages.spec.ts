import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { visit } from "#tests/support/browser/shop.ts";

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel("Full Name").fill("Asha Persaud");
  await page.getByLabel("Email").fill(`asha-${message.length}-${Date.now()}@example.com`);
  await page.getByLabel("Subject").fill("A fitting");
  await page.getByLabel("Message").fill(message);
}

const sendButton = (page: Page) => page.getByRole("button", { name: "Send Message" });

// Specification 2.99, 2.100, 5.16
test("the contact form reports what is missing, accepts the message and thanks for it", async ({
  page,
  noise,
}) => {
  noise.expect(refusedFormNoise);
  await visit(page, "/contact");
  await sendButton(page).click();
  for (const text of ["Full name", "Email", "Subject", "Message"]) {
    await expect(page.getByText(`${text} is required`)).toBeVisible();
  }
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await write(page, "When may I come by?");
  await expect(page.getByText("Subject is required")).toHaveCount(0);
  await sendButton(page).click();
  await expect(page.getByRole("heading", { name: "Message sent" })).toBeFocused();
});

test("an edited field says what is wrong when it is left, until it is corrected", async ({
  page,
}) => {
  for (const { path, label } of [
    { path: "/contact", label: "Email" },
    { path: "/auth", label: "Email" },
  ]) {
    await visit(page, path);
    const email = page.getByRole("main").getByLabel(label).first();
    const problem = page.getByText("Please enter a valid email address, like name@example.com.");
    await email.fill("nobody");
    await expect(problem).toHaveCount(0);
    await email.blur();
    await expect(problem).toBeVisible();
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await email.fill("asha@example.com");
    await expect(problem).toHaveCount(0);
  }
});

test("a message that could not be sent stays in the form with an error", async ({
  page,
  noise,
}) => {
  noise.expect(/Failed to load resource/);
  await visit(page, "/contact");
  await write(page, "Every word of this");
  await page.route("**/contact.data*", (route) => route.abort());
  await sendButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Please try again later or contact us directly.",
  );
  await expect(page.getByLabel("Message")).toHaveValue("Every word of this");
});

// Specification 2.102, 2.105
test("the questions open one at a time, and each has a URL", async ({ page }) => {
  await visit(page, "/faq#care");
  const open = page.locator("details[open]");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("How do I care for my piece?");
  await page.getByText("Do you ship internationally?").click();
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("7-21 business days");
});

// Specification 2.107, 2.108, 2.109
test("the shipping page promises the specification's times and prices", async ({ page }) => {
  await visit(page, "/shipping");
  const table = page.getByRole("table");
  for (const text of ["5-7 business days", "free over $200", "$25 flat", "before 2 PM"]) {
    await expect(table).toContainText(text);
  }
});

const promises = {
  // Specification 2.111, 2.112, 2.114, 2.115
  "/shipping": [
    "Orders are processed in 1-2 business days",
    "Made-to-measure pieces need an extra 7-14 days",
    "When your parcel is dispatched, we send you an email with its tracking",
    "Monday to Friday 9-6 and Saturday 10-4; there are none on Sunday",
  ],
  // Specification 2.116, 2.117, 2.118, 2.119, 2.120, 2.121, 2.122
  "/returns": [
    "We take returns for 30 days. The piece comes back in its original condition, with its tags, unworn and unwashed.",
    "non-returnable unless it is defective or its measurements are significantly different from the order",
    "with your order number and the reason",
    "We reply with an authorization number.",
    "ship it back to the atelier",
    "You pay the cost of return shipping.",
    "Refunds go to the original payment method within 5-10 business days of receipt.",
    "another size or colour, subject to availability",
    "Store credit is available for all returns instead of a refund, and it never expires.",
  ],
  // Specification 2.123
  "/privacy": [
    "What we collect, and why",
    "AI fitting photos are not stored after processing.",
    "Browsing and buying set no cookie.",
    "They stay in your browser and are never sent to us",
    // Specification 2.124
    "Last updated: 26 November 2026",
  ],
  // Specification 2.123
  "/terms": [
    "fitting photos will not be stored after processing",
    "governed by the laws of Guyana",
    "decided by the courts in Georgetown",
    "Last updated: 26 November 2026",
  ],
  // Specification 2.2
  "/about": [
    "Our founder",
    "Our house",
    "Cultural Consciousness",
    "Local Sourcing",
    "Eco-Friendly Materials",
    "Circular Design",
    "Our sizes run from small to XL, with some pieces in XXL, and we cut for petite and tall.",
    "Custom outfits are considered too",
  ],
  // Specification 2.125
  "/new-dawn": [
    "New Dawn empowers women in vulnerable situations to become entrepreneurs",
    "Our mission",
    "The Transformation",
    "The Ripple Effect",
  ],
  // Specification 2.101
  "/contact": ["Monday to Friday", "9:00 AM to 6:00 PM", "10:00 AM to 4:00 PM", "by appointment"],
  // Specification 2.104, 2.105
  "/faq": ["Do you make custom alterations?", "What materials do you use?"],
};

// Specification 2.2
test("each page states the specification's facts", async ({ page }) => {
  for (const [path, facts] of Object.entries(promises)) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      for (const text of facts) await expect(page.getByRole("main")).toContainText(text);
    });
  }
});

// Specification 2.101
test("the contact page has the address, phone and email", async ({ page }) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.locator("address")).toContainText("Georgetown");
  await expect(main.locator("a[href^='tel:']")).toHaveText(/\d{3}/);
  await expect(main.locator("a[href^='mailto:']").first()).toHaveText(/@/);
});

// Specification 2.125
test("New Dawn offers Donate and Volunteer and links to the fashion line", async ({ page }) => {
  await page.goto("/new-dawn");
  await expect(page.getByRole("heading", { level: 2, name: "How You Can Help" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Donate" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Volunteer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Explore the fashion line" })).toHaveAttribute(
    "href",
    "/shop",
  );
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the contact form is accepted, and an error keeps its input", async ({ page, noise }) => {
    noise.expect(/status of 422/);
    await page.goto("/contact");
    await write(page, "No script here");
    await page.getByLabel("Email").fill("asha@example");
    await sendButton(page).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("No script here");
    await page.getByLabel("Email").fill(`asha-${Date.now()}@example.com`);
    await sendButton(page).click();
    await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
  });

  test("a question's URL opens its answer", async ({ page }) => {
    await page.goto("/faq#care");
    await expect(page.locator("details[open]")).toContainText("How do I care for my piece?");
  });
});
