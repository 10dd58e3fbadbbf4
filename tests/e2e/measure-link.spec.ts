import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import {
  agreeOnPhone,
  anotherPhone,
  measureUntil,
  press,
  sendLinks,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

const main = (page: Page) => page.getByRole("main");

const BIBI = { Height: "166", Waist: "74", Seat: "98", "Waist to hips": "11.5" };

/** Lets each request of the intent fail, as a weak network does. */
async function loseRequests(page: Page, intent: string): Promise<() => Promise<void>> {
  const isIt = (body: string | null) => new URLSearchParams(body ?? "").get("intent") === intent;
  await page.route("**/measure/**", (route) =>
    isIt(route.request().postData()) ? route.abort() : route.continue(),
  );
  return () => page.unroute("**/measure/**");
}

const BIBI_BEFORE_LAST = { ...BIBI, "Waist to seat": "20" };
const thanks = (page: Page) => page.getByRole("heading", { level: 1, name: "Thank you, Bibi" });

/** The phone forgets the figure once everything is sent, which may be at any moment. */
async function openValues(page: Page): Promise<void> {
  await page.getByRole("link", { name: "See or correct the measurements" }).click();
  const figure = main(page).getByRole("button", { name: /With a bust/ });
  const value = main(page).getByRole("button", { name: /^Waist to knee/ });
  await expect(figure.or(value)).toBeVisible();
  if (await figure.isVisible()) await press(main(page), /With a bust/);
}

/** The browser passes on what a page stored after a moment, which ends with a page that is killed. */
async function reaches(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (entered) =>
      Object.entries(localStorage).some(
        ([key, value]) => key.startsWith("measure-link") && value.includes(`"${entered}"`),
      ),
    text,
  );
}

customerTest.describe("measuring behind a link", { tag: "@phone" }, () => {
  customerTest(
    "the last value reaches the shop with the finish when its own save fails",
    async ({ page, browser, baseURL }) => {
      const [path = ""] = await sendLinks(page, ["Bibi"]);
      await using phone = await anotherPhone(browser, baseURL ?? "");
      phone.noise.expect(/ERR_FAILED/);
      const { page: bibi } = phone;
      await agreeOnPhone(bibi, path);
      await measureUntil(main(bibi), BIBI_BEFORE_LAST, "Waist to knee");
      const restore = await loseRequests(bibi, "save");
      for (const key of "58") await press(main(bibi), key);
      await press(main(bibi), "Next");
      await expect(thanks(bibi)).toBeVisible();
      await restore();
      await visit(bibi, path);
      await openValues(bibi);
      await expect(main(bibi).getByRole("button", { name: /^Waist to knee 58 cm/ })).toBeVisible();
      await expectReadable(bibi);
    },
  );

  customerTest(
    "a correction that cannot be sent stays on the phone and is sent later",
    async ({ page, browser, baseURL }) => {
      const [path = ""] = await sendLinks(page, ["Bibi"]);
      await using phone = await anotherPhone(browser, baseURL ?? "");
      phone.noise.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
      let { page: bibi } = phone;
      await agreeOnPhone(bibi, path);
      await measureUntil(main(bibi), { ...BIBI_BEFORE_LAST, "Waist to knee": "58" }, null);
      await openValues(bibi);
      await press(main(bibi), /^Waist to knee 58 cm/);
      await expect(stepTitle(main(bibi))).toContainText("Waist to knee");
      const context = bibi.context();
      const later = await context.newPage();
      await later.goto("/robots.txt");
      await context.setOffline(true);
      await main(bibi).getByRole("textbox", { name: "Waist to knee" }).fill("60");
      await press(main(bibi), "Next");
      await expect(main(bibi).getByText(/^Stored on this phone/)).toBeVisible();
      await reaches(later, "60");
      // The phone is put away without a connection.
      await bibi.close();
      await context.setOffline(false);
      bibi = later;
      await visit(bibi, path);
      await openValues(bibi);
      const corrected = () => main(bibi).getByRole("button", { name: /^Waist to knee 60 cm/ });
      await expect(corrected()).toBeVisible();
      await expect(main(bibi).getByText(/^Saved\./)).toBeVisible();
      await bibi.evaluate(() => localStorage.clear());
      await visit(bibi, path);
      await openValues(bibi);
      await expect(corrected()).toBeVisible();
    },
  );
});
