import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { main } from "#tests/support/browser/locators.ts";
import {
  agreeOnPhone,
  anotherPhone,
  createLinks,
  enterValue,
  guideDialog,
  measureInCm,
  measureUntil,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { scriptRuns, visit } from "#tests/support/browser/shop.ts";

test.use({ serviceWorkers: "allow", reuseContext: false });
customerTest.use({ serviceWorkers: "allow", reuseContext: false });

const OFFLINE_NOISE = /ERR_INTERNET_DISCONNECTED|Failed to fetch|503/;

/** How many pages with this path are stored for the time without a connection. */
const storedPages = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("guide "));
    const opened = await Promise.all(names.map((name) => caches.open(name)));
    const keys = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
    return keys.filter(({ url }) => new URL(url).pathname === location.pathname).length;
  });

async function isStored(page: Page): Promise<void> {
  await expect.poll(() => storedPages(page)).toBe(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** The browser is closed, and opened again without a connection. */
async function reopenOffline(context: BrowserContext, page: Page, url: string): Promise<Page> {
  await page.close();
  await context.setOffline(true);
  const opened = await context.newPage();
  await opened.goto(url, { waitUntil: "domcontentloaded" });
  return opened;
}

async function expectHonestPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(main(page)).toContainText("This page is not stored on this device.");
}

test("the chart's guide that was opened once opens again without a connection, at the value where it stopped", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ page, context, noise }) => {
  noise.expect(OFFLINE_NOISE);
  await visit(page, "/measurement?step=3");
  await measureInCm(page);
  await page.getByRole("textbox", { name: "Who is measured?" }).fill("Asha");
  await page.getByRole("button", { name: "Begin measuring" }).click();
  await press(guideDialog(page), /^Skirt/);
  await press(guideDialog(page), /With a bust/);
  await measureUntil(guideDialog(page), { Height: "166" }, "Waist");
  await isStored(page);

  const offline = await reopenOffline(context, page, page.url());
  await scriptRuns(offline);
  await expect(stepTitle(guideDialog(offline))).toContainText("Waist");
  await expect(guideDialog(offline).locator("image").first()).toBeVisible();
  const values = {
    Waist: "74",
    "High hip": "94",
    Seat: "98",
    "Waist to high hip": "11.5",
    "Waist to seat": "20",
    "Waist to knee": "58",
    "Waist to floor": "104",
  };
  await measureUntil(guideDialog(offline), values, null);
  await expect(offline.getByText(/^8 measurements, /)).toBeVisible();

  await offline.goto("/contact");
  await expectHonestPage(offline);
  await context.setOffline(false);
  await offline.getByRole("link", { name: "Try again" }).click();
  await expect(offline.getByRole("heading", { level: 1 })).not.toHaveText("You are offline");
});

customerTest(
  "a measure-me link opens again without a connection while it is measured, loses no value, and leaves the phone when it is done",
  { tag: "@phone" },
  async ({ browser, customer, shop }) => {
    const [path = ""] = await createLinks(customer, ["Bibi"]);
    await using phone = await anotherPhone(browser, shop.url);
    phone.noise.expect(OFFLINE_NOISE);
    let { page } = phone;
    const context = page.context();
    await agreeOnPhone(page, path);
    await isStored(page);
    await measureUntil(main(page), { Height: "166", Waist: "74", "High hip": "94" }, "Seat");
    await expect(main(page).getByText(/^Saved\./)).toBeVisible();

    page = await reopenOffline(context, page, path);
    await expect(stepTitle(main(page))).toContainText("Seat");
    await enterValue(main(page), "98");
    await expect(main(page).getByText(/^Stored on this phone/)).toBeVisible();
    await press(main(page), "All values");
    await expect(main(page).getByRole("button", { name: /^Waist 74 cm/ })).toBeVisible();
    await expect(main(page).getByRole("button", { name: /^Seat 98 cm/ })).toBeVisible();

    await context.setOffline(false);
    await expect(main(page).getByText(/^Saved\./)).toBeVisible();
    await press(main(page), "Go on measuring");
    expect(await shownStep(main(page))).toBe("Seat");
    await enterValue(main(page), "98");
    expect(await shownStep(main(page))).toBe("Waist to high hip");
    const rest = {
      "Waist to high hip": "11.5",
      "Waist to seat": "20",
      "Waist to knee": "58",
      "Waist to floor": "104",
    };
    await measureUntil(main(page), rest, null);
    await expect(main(page)).toContainText("You are done");
    await expect.poll(() => storedPages(page)).toBe(0);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
      .not.toContain("measure-link");

    page = await reopenOffline(context, page, path);
    await expectHonestPage(page);
  },
);
