import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { visit } from "#tests/support/browser/shop.ts";

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel("Full Name").fill("Asha Persaud");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Subject").fill("A fitting");
  await page.getByLabel("Message").fill(message);
}

const sendButton = (page: Page) => page.getByRole("button", { name: "Send Message" });

// Specification 2.99, 2.100, 5.16
test("the contact form reports what is missing, accepts the message and thanks for it", {
  tag: "@phone",
}, async ({ page, noise }) => {
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
  for (const path of ["/contact", "/auth"]) {
    await visit(page, path);
    const email = page.getByRole("main").getByLabel("Email").first();
    const problem = page.getByText("Please enter a valid email address, like name@example.com.");
    await email.fill("nobody");
    await expect(email).toHaveValue("nobody");
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
test("the questions open one at a time, each has a URL, and all are printed", async ({ page }) => {
  await visit(page, "/faq#care");
  const open = page.locator("details[open]");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("How do I care for my piece?");
  await page.getByText("Do you ship internationally?").click();
  await expect(open).toContainText("7-21 business days");
  await expect(open).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  const responses = page.locator("details > .prose");
  await expect(responses).toHaveCount(8);
  for (const response of await responses.all()) await expect(response).toBeVisible();
});

test("without JavaScript a question's URL opens its answer", async ({ browser, baseURL }) => {
  await using context = await browser.newContext({
    baseURL: baseURL ?? "",
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto("/faq#care");
  await expect(page.locator("details[open]")).toContainText("How do I care for my piece?");
});

test("a printed page of text has its text alone", async ({ page }) => {
  for (const path of ["/privacy", "/terms", "/shipping", "/returns"]) {
    await visit(page, path);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("nav:visible, button:visible, footer:visible"), path).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });
  }
});
