import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { visit } from "#tests/support/browser/shop.ts";

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel("Full Name").fill("Asha Persaud");
  await page.getByLabel("Email").fill(`asha-${message.length}-${Date.now()}@example.com`);
  await page.getByLabel("Subject").fill("A fitting");
  await page.getByLabel("Message").fill(message);
}

const sendButton = (page: Page) => page.getByRole("button", { name: "Send Message" });

test("the contact form says what is missing, takes the message and thanks for it", async ({
  page,
}) => {
  await visit(page, "/contact");
  await sendButton(page).click();
  for (const words of ["Full name", "Email", "Subject", "Message"]) {
    await expect(page.getByText(`${words} is required`)).toBeVisible();
  }
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await write(page, "When may I come by?");
  await expect(page.getByText("Subject is required")).toHaveCount(0);
  await sendButton(page).click();
  await expect(page.getByRole("heading", { name: "Message sent" })).toBeFocused();
});

test("a message that could not be sent keeps every word and says so", async ({ page, noise }) => {
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

test("the questions open one at a time, and each has an address", async ({ page }) => {
  await visit(page, "/faq#care");
  const open = page.locator("details[open]");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("How do I care for my piece?");
  await page.getByText("Do you ship internationally?").click();
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("7-21 business days");
});

test("the shipping page promises the specification's times and prices", async ({ page }) => {
  await visit(page, "/shipping");
  const table = page.getByRole("table");
  for (const words of ["5-7 business days", "free over $200", "$25 flat", "before 2 PM"]) {
    await expect(table).toContainText(words);
  }
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the contact form is taken all the same, and an error keeps what was typed", async ({
    page,
    noise,
  }) => {
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

  test("a question's address opens its answer", async ({ page }) => {
    await page.goto("/faq#care");
    await expect(page.locator("details[open]")).toContainText("How do I care for my piece?");
  });
});
