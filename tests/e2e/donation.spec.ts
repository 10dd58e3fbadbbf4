import { expect } from "@playwright/test";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, scriptRuns, visit } from "#tests/support/browser/shop.ts";

// Specification 2.125
test("a visitor donates, reads the thanks at every width, and has the receipt by email", async ({
  page,
}) => {
  const email = newEmail();
  await visit(page, "/new-dawn");
  await page.getByLabel("An amount of your own, in dollars").fill("37.50");
  const donation = page.locator("form", { has: page.getByRole("group", { name: "Amount" }) });
  await donation.getByLabel("Email").fill(email);
  await donation.getByRole("button", { name: "Donate" }).click();
  await page.waitForURL(/\/checkout\/test-payment\//);
  await scriptRuns(page);
  await page.getByRole("button", { name: "Pay $37.50" }).click();
  await page.waitForURL(/\/new-dawn\/thank-you/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
  await expect(page.getByText("Your gift of $37.50 has reached New Dawn.")).toBeVisible();
  await scriptRuns(page);
  await expectReadable(page);
  await expectFitsEveryWidth(page);
  const receipt = await readMailTo(email, "Receipt for your donation of $37.50 to New Dawn");
  expect(receipt).toContain("$37.50");
});
