import { expect } from "@playwright/test";
import { orderNumber } from "#features/orders/order.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

customerTest(
  "a customer says that the sleeves are 1 cm long, sees the correction of the next garment and removes it",
  { tag: "@both" },
  async ({ baseURL, customer, noise, page }) => {
    noise.expect(/status of 422/);
    const { orderId } = await deliveredGarment(baseURL ?? "", customer);
    await visit(page, `/profile/orders/${orderId}`);
    await page.getByRole("link", { name: "Say how it fits" }).click();
    await expect(page.getByRole("heading", { name: "How does it fit?" })).toBeVisible();
    await expectFitsEveryWidth(page);
    await expectAccessible(page);
    const report = page.getByRole("form", { name: "How it fits" });
    await report.getByLabel("Sleeves: how").selectOption({ label: "Too long" });
    await report.getByRole("button", { name: "Send how it fits" }).click();
    await expect(report.getByText("Please say by how much.")).toBeVisible();
    await expect(report.getByLabel("Sleeves: how")).toHaveValue("large");
    await report.getByLabel("Sleeves: by how much").selectOption("10");
    await report.getByRole("button", { name: "Send how it fits" }).click();
    await expect(page.getByText("Thank you. We remember it")).toBeVisible();
    await expectReadable(page);

    await visit(page, "/profile/measurements");
    const memory = page.getByRole("region", { name: "Fit memory" });
    await expect(memory).toContainText("Sleeves: 1 cm shorter");
    await expect(memory).toContainText("from your Stabroek Suit of");
    await expectAccessible(page);
    await expectReadable(page);
    await memory.getByRole("button", { name: "Remove Sleeves: 1 cm shorter" }).click();
    await expect(memory).toHaveCount(0);
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest who reads of the free remeasurement finds the order, reports the fit and asks for an alteration, and an error keeps the input", {
    tag: "@both",
  }, async ({ baseURL, noise, page }) => {
    noise.expect(/status of 422/);
    const email = newEmail();
    const { orderId } = await deliveredGarment(baseURL ?? "", { email });
    await page.goto("/faq");
    const question = page.getByRole("group").filter({ hasText: "Free AI-Fit Remeasurement" });
    await question.getByText("Do you make custom alterations?").click();
    await question.getByRole("link", { name: "Find your order" }).click();
    await page.getByRole("textbox", { name: "Order Number" }).fill(orderNumber(orderId));
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Find your order" }).click();
    await page.getByRole("link", { name: "Ask for a free remeasurement" }).click();
    await expect(
      page.getByText("Your free AI-Fit remeasurement: once for this piece"),
    ).toBeVisible();
    await expectFitsEveryWidth(page);
    const report = page.getByRole("form", { name: "How it fits" });
    await report.getByRole("checkbox", { name: "It fits well everywhere" }).check();
    await report.getByRole("button", { name: "Send how it fits" }).click();
    await expect(page.getByText("Thank you. We remember it")).toBeVisible();

    const request = page.getByRole("form", { name: "Alteration" });
    await request.getByLabel("What is wrong with it").fill("The left cuff is frayed.");
    await request.getByRole("button", { name: "Send the request" }).click();
    await expect(request.getByText("Please choose what we should do.")).toBeVisible();
    await expect(request.getByLabel("What is wrong with it")).toHaveValue(
      "The left cuff is frayed.",
    );
    await request.getByRole("radio", { name: /^Alter it in our atelier/ }).check();
    await request.getByRole("button", { name: "Send the request" }).click();
    await expect(page.getByText(/^AL-/)).toBeVisible();
    await expect(page.getByText("The atelier looks at it and writes to you.")).toHaveCount(2);
  });
});
