import { expect } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, customerTest } from "#tests/support/browser/customer.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { rawMails } from "#tests/support/shop/mail-files.ts";

customerTest(
  "a remake with photos goes from the request to the decision and to the new garment in production",
  { tag: "@both" },
  async ({ baseURL, browser, customer, page }) => {
    const shop = baseURL ?? "";
    const { garmentId, orderId, tailor } = await deliveredGarment(shop, customer);
    await visit(page, `/profile/orders/${orderId}/garments/${garmentId}`);
    const request = page.getByRole("form", { name: "Alteration" });
    await request.getByRole("radio", { name: /^Make it again/ }).check();
    await request.getByLabel("What is wrong with it").fill("Both sleeves cover my hands.");
    const create = { width: 900, height: 1200, channels: 3 as const, background: "#cdbba0" };
    const buffer = await sharp({ create }).jpeg().toBuffer();
    const image = { name: "sleeve.jpg", mimeType: "image/jpeg", buffer };
    await request.getByLabel("Photos of you wearing it").setInputFiles([image]);
    await request.getByRole("button", { name: "Send the request" }).click();
    const number = (await page.getByText(/^AL-/).textContent()) ?? "";
    await expect(page.getByText(/1 photo$/)).toBeVisible();

    await using staff = await anotherSession(browser, shop, tailor.userId);
    const admin = staff.page;
    await admin.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await visit(admin, "/admin/atelier/alterations");
    await expectReadable(admin);
    await expectFitsEveryWidth(admin);
    await visit(
      admin,
      (await admin.getByRole("link", { name: number }).getAttribute("href")) ?? "",
    );
    await expectFitsEveryWidth(admin);
    await expect(admin.getByText("Both sleeves cover my hands.")).toBeVisible();
    const photo = admin.getByRole("img", { name: "Photos 1" });
    await expect(photo).toBeVisible();
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(900);
    await expectAccessible(admin);
    const decision = admin.getByRole("form", { name: "Decision" });
    await expect(decision.getByRole("radio", { name: /^Make it again/ })).toBeChecked();
    await decision.getByLabel("For the customer").fill("We cut the sleeves anew.");
    await decision.getByRole("button", { name: "Decide and email the customer" }).click();
    await expect(decision.getByText("Please choose why it did not fit.")).toBeVisible();
    await expect(decision.getByLabel("For the customer")).toHaveValue("We cut the sleeves anew.");
    await decision.getByLabel("Cause").selectOption({ label: "Pattern" });
    await decision.getByLabel("Cost for the house ($)").fill("42.50");
    await decision.getByRole("button", { name: "Decide and email the customer" }).click();
    await admin.getByRole("link", { name: "The new garment in production" }).click();
    await expect(admin.getByRole("heading", { name: /^Stabroek Suit, made again/ })).toBeVisible();
    await visit(admin, "/admin/atelier/alterations");
    await expect(admin.getByRole("region", { name: "Causes" })).toContainText("Pattern");
    await expectReadable(admin);

    const isDecision = (mail: string) => mail.includes(customer.email) && mail.includes(number);
    await expect
      .poll(async () => (await rawMails()).filter(isDecision).join("\n"))
      .toContain("We make it again");
    await page.reload();
    await expect(page.getByText("Being made again")).toBeVisible();
    await expect(page.getByText("We cut the sleeves anew.")).toBeVisible();
    await expectReadable(page);
  },
);
