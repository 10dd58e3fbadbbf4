import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { anotherSession, customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import {
  begin,
  enterValue,
  findLandmarks,
  guideDialog,
  measureInCm,
  press,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import type { Customer } from "#tests/support/browser/registration.ts";
import {
  newCustomer,
  registerCustomer,
  signInCustomer,
  userIdOf,
} from "#tests/support/browser/registration.ts";
import { openEntry } from "#tests/support/browser/sealed-entries.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

const CONSENT = /I agree that my body measurements/;

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const devicePeople = (page: Page) => openEntry(page, "measured-people");

async function createAccount(page: Page, customer: Customer): Promise<void> {
  await visit(page, "/auth?tab=create-account");
  await page.getByLabel("First Name").fill(customer.firstName);
  await page.getByLabel("Last Name").fill(customer.lastName);
  await page.getByLabel("Email").fill(customer.email);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/auth");
}

async function signIn(page: Page, { email, password }: Customer): Promise<void> {
  await visit(page, "/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/profile/);
}

/** Nothing moves before the account's owner has read the text and agreed. */
async function agreeToMove(page: Page, name: string): Promise<void> {
  await visit(page, "/profile/measurements");
  const here = region(page, "Only in this browser");
  await expect(here).toContainText(name);
  await expect(here.getByText(CONSENT)).toBeVisible();
  await expectReadable(page);
  await page.getByRole("button", { name: "Agree and save in my account" }).click();
  await expect(here).toHaveCount(0);
  await expect(region(page, name)).toContainText("98 cm");
  await expectReadable(page);
}

/** The person is in the account, also on another device of its owner. */
async function expectElsewhere(
  browser: Browser,
  shop: string,
  customer: Customer,
  name: string,
): Promise<void> {
  const userId = await userIdOf(shop, customer.email);
  await using other = await anotherSession(browser, shop, userId);
  await visit(other.page, "/profile/measurements");
  await expect(region(other.page, name)).toContainText("98 cm");
}

test.describe("what a visitor measured", { tag: "@phone" }, () => {
  test("moves into the account that they create, once they agree, and is on their other device", async ({
    page,
    browser,
    shop,
  }) => {
    const rosa = newCustomer();
    await haveMeasured(page, "Asha", SHIRT_BODY);
    await createAccount(page, rosa);
    await signIn(page, rosa);
    await agreeToMove(page, "Asha");
    const userId = await userIdOf(shop.url, rosa.email);
    await expect.poll(() => devicePeople(page)).toContain(userId);
    await expectElsewhere(browser, shop.url, rosa, "Asha");
  });

  test("moves into the account that they sign in to, beside the people of another device, and leaves with the session", async ({
    page,
    browser,
    shop,
  }) => {
    const rosa = await registerCustomer(shop.url);
    {
      const userId = await userIdOf(shop.url, rosa.email);
      await using other = await anotherSession(browser, shop.url, userId);
      await haveMeasured(other.page, "Mother", SHIRT_BODY);
      await agreeToMove(other.page, "Mother");
    }
    await haveMeasured(page, "Asha", SHIRT_BODY);
    await signIn(page, rosa);
    // The account has agreed already, on the other device.
    await visit(page, "/profile/measurements");
    await expect(region(page, "Asha")).toContainText("98 cm");
    await expect(region(page, "Mother")).toContainText("98 cm");
    await expect(page.getByText(CONSENT)).toHaveCount(0);
    await expectReadable(page);
    await expectElsewhere(browser, shop.url, rosa, "Asha");

    await visit(page, "/profile");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => devicePeople(page)).not.toMatch(/Asha|Mother/);
  });

  test("leaves with the session, also when the script arrives after signing out", async ({
    page,
    shop,
  }) => {
    await signInCustomer(page.context(), shop.url);
    await haveMeasured(page, "Asha", SHIRT_BODY);
    await agreeToMove(page, "Asha");
    const arrives = await holdResponses(page, /\/assets\/[^/]+\.js$/);
    await page.goto("/profile", { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    expect(await devicePeople(page)).toContain("Asha");
    arrives();
    await expect.poll(() => devicePeople(page)).not.toContain("Asha");
  });
});

customerTest(
  "a visitor's person moves into the account after consent, is continued on another device, and leaves the browser with the session",
  { tag: "@phone" },
  async ({ page, browser, shop, customer: { userId } }) => {
    const guide = guideDialog(page);
    await visit(page, "/profile/measurements");
    await expect(region(page, "Measure somebody")).toBeVisible();
    await begin(page, "Asha");
    await expect(guide.getByText(/I agree that my body measurements/)).toBeVisible();
    await expectReadable(page);
    await press(guide, "Agree and save in my account");
    await press(guide, /^Shirt/);
    await findLandmarks(guide, 5);
    await enterValue(guide, "172");
    await expect(stepTitle(guide)).toContainText("Weight");
    await press(guide, "Stop for now");
    const asha = page.getByRole("region", { name: "Asha" });
    await expect(asha).toContainText("172 cm");
    await expectReadable(page);

    {
      await using other = await anotherSession(browser, shop.url, userId);
      await visit(other.page, "/profile/measurements");
      await measureInCm(other.page);
      const there = other.page.getByRole("region", { name: "Asha" });
      await there.getByRole("link", { name: "Continue measuring Asha" }).click();
      const guideThere = guideDialog(other.page);
      await press(guideThere, /^Shirt 15 more/);
      await press(guideThere, /With a bust/);
      await expect(stepTitle(guideThere)).toContainText("Weight");
      await guideThere.getByRole("textbox", { name: "Weight" }).fill("70");
      await press(guideThere, "Next");
      await press(guideThere, "Stop for now");
      await expect(there).toContainText("70 kg");
    }
    await visit(page, "/profile/measurements");
    await expect(asha).toContainText("70 kg");
    await asha.locator("summary").filter({ hasText: "Rename" }).click();
    await asha.getByRole("textbox", { name: "New name" }).fill("Asha Persaud");
    await asha.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("region", { name: "Asha Persaud" })).toContainText("70 kg");

    await expect.poll(() => devicePeople(page)).toContain(userId);
    await visit(page, "/profile");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => devicePeople(page)).not.toContain("Asha");
  },
);
