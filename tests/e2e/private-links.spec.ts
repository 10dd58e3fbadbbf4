import { expect } from "@playwright/test";
import { garmentToken } from "#features/garments/alterations/garment-access.server.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { openVisitor, test } from "#tests/support/browser/fixtures.ts";
import { closedLinkNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

const LIMIT = "Please wait 9 seconds and try again.";

test("a private page has no secret in its address, and loses nothing that was typed when the host refuses it or its cookie has ended", {
  tag: "@phone",
}, async ({ browser, noise, page, shop }) => {
  noise.expect(closedLinkNoise);
  noise.expect(/status of 429/);
  const { garmentId } = await deliveredGarment(shop.url, { email: newEmail() });
  const token = await shop.withAuth(async (auth) =>
    garmentToken(auth, { garmentId, days: 180, now: shop.now() }),
  );
  await visit(page, `/garment/${token}`);
  await expect(page).toHaveURL(/\/garment\/[0-9a-f]{32}$/);
  const address = new URL(page.url()).pathname;
  const note = page.getByRole("textbox", { name: /^Anything else about the fit/ });
  const send = page.getByRole("button", { name: "Send how it fits" });
  await page.getByRole("checkbox", { name: "It fits well everywhere" }).check();
  await note.fill("Like a glove.");

  await test.step("the host refuses the form", async () => {
    const refusal = { error: { code: "too_many_requests", message: LIMIT } };
    await page.route("**/garment/**", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 429, json: refusal })
        : route.continue(),
    );
    await send.click();
    await expect(page.getByText(`${LIMIT} What you entered is still here.`)).toBeVisible();
    await expect(note).toHaveValue("Like a glove.");
    await page.unroute("**/garment/**");
  });

  await test.step("the cookie has ended, and the link is pressed again in another tab", async () => {
    await page.context().clearCookies();
    await send.click();
    await expect(page.getByText(/so it has closed\. Please open the link/)).toBeVisible();
    await expect(note).toHaveValue("Like a glove.");
    const tab = await page.context().newPage();
    await visit(tab, `/garment/${token}`);
    await tab.close();
    await send.click();
    await expect(page.getByText(/^Thank you\. We remember it/)).toBeVisible();
  });

  await test.step("somebody else opens the address", async () => {
    await using other = await openVisitor(browser, { baseURL: shop.url });
    const response = await visit(other.page, address);
    expect(response?.status()).toBe(410);
    await expect(other.page.getByRole("heading", { level: 1 })).toHaveText(
      "Please open the link again",
    );
    await expectReadable(other.page);
  });
});
