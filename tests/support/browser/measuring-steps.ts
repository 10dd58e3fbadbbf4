import type { Browser, Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { sendLinks } from "../measure-links.ts";
import { currentShop } from "../shop/current-shop.ts";
import type { TestCustomer } from "./customer.ts";
import { openVisitor, PHONE } from "./fixtures.ts";
import type { PageNoise } from "./page-noise.ts";
import { hearNoise } from "./page-noise.ts";
import { visit } from "./shop.ts";

/** One person, as their tape shows it; what is taken twice is read the same twice. */
export type TapeValues = Readonly<Record<string, string>>;

export const stepTitle = (guide: Locator) => guide.locator("[data-step-title]");

export const press = (guide: Locator, name: string | RegExp) =>
  guide.getByRole("button", { name, exact: true }).click();

/** "Neck to waist, back", without the progress before it and "once more" after it. */
export async function shownStep(guide: Locator): Promise<string> {
  const text = await stepTitle(guide).innerText();
  return text
    .replace(/^[^:]*:\s*/, "")
    .replace(/, once more$/, "")
    .trim();
}

/** The guide on a page of the shop; behind a link it is the page itself. */
export const guideDialog = (page: Page) => page.getByRole("dialog", { name: /^Measuring: / });

/** As somebody who has chosen centimeters before: the browsers of the tests are American. */
export const measureInCm = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem("measurement-unit", "cm"));

/** A new person on a page that offers to measure somebody. */
export async function begin(page: Page, name: string): Promise<void> {
  await measureInCm(page);
  await page.getByRole("textbox", { name: "Who is measured?" }).fill(name);
  await page.getByRole("button", { name: "Begin measuring" }).click();
}

/** The one button of the screen with all landmarks. */
export const FOUND = /^Found (it|them all)$/;

/** Chooses the mannequin and help, and finds this many landmarks, which is all before the first value; returns the taps. */
export async function findLandmarks(
  guide: Locator,
  count: number,
  onFirst: () => Promise<void> = async () => undefined,
): Promise<number> {
  const before = await stepTitle(guide).innerText();
  await press(guide, /With a bust/);
  await expect(stepTitle(guide)).not.toHaveText(before);
  const withHelp = await measureWithHelp(guide);
  await expect(stepTitle(guide)).toHaveText(`Find first: Find these ${count} points`);
  await onFirst();
  await press(guide, FOUND);
  await expect(stepTitle(guide)).toHaveText(/^1 of \d+: /);
  const mannequinAndLandmarks = 2;
  return mannequinAndLandmarks + withHelp;
}

/** Somebody helps, where the guide asks; returns the taps. */
async function measureWithHelp(guide: Locator): Promise<number> {
  const isRequested = (await shownStep(guide)) === "Is somebody with you?";
  if (isRequested) await press(guide, "With help");
  return isRequested ? 1 : 0;
}

/** Enters on the guide's own number pad, and waits for what follows. */
export async function enterValue(guide: Locator, value: string): Promise<void> {
  const before = await stepTitle(guide).innerText();
  for (const key of value) await press(guide, key);
  await press(guide, "Next");
  await expect.poll(async () => (await stepTitle(guide).allInnerTexts())[0] ?? "").not.toBe(before);
}

/** Every landmark, then each value until `last` or the end of the guide. `onStep` runs on each screen. */
export async function measureUntil(
  guide: Locator,
  values: TapeValues,
  last: string | null,
  onStep: (step: string) => Promise<void> = async () => undefined,
): Promise<void> {
  // Without a step the guide has ended, so it must have begun.
  await expect(stepTitle(guide)).toBeVisible();
  while ((await stepTitle(guide).count()) > 0) {
    const step = await shownStep(guide);
    if (step === last) return;
    await onStep(step);
    const value = values[step];
    if (value !== undefined) {
      await enterValue(guide, value);
      continue;
    }
    const choice = guide.getByRole("button", {
      name: /^(Found it|Found them all|Average|With help)$/,
    });
    const before = await stepTitle(guide).innerText();
    await choice.click();
    await expect
      .poll(async () => (await stepTitle(guide).allInnerTexts())[0] ?? "")
      .not.toBe(before);
  }
}

/** Another person's phone: nothing of the first browser, and complaints fail the test when it is closed. */
export async function anotherPhone(
  browser: Browser,
  shop: string,
): Promise<AsyncDisposable & { page: Page; noise: PageNoise }> {
  const { page } = await openVisitor(browser, { baseURL: shop, ...PHONE });
  const noise = hearNoise(shop);
  noise.listenTo(page.context());
  return {
    noise,
    page,
    [Symbol.asyncDispose]: async () => {
      await page.context().close();
      expect(noise.unexpected(), "the browser complained").toEqual([]);
    },
  };
}

/** A customer has asked people for a skirt; returns the paths of their links, in the order of the people. */
export function createLinks(customer: TestCustomer, people: readonly string[]): Promise<string[]> {
  const { measurementBox, now } = currentShop();
  const { email, userId } = customer;
  const sender = { role: "customer", userId, name: "Asha", email } as const;
  return customer.inDatabase((db) =>
    sendLinks({ db, measurementBox, clock: { now } }, sender, { people }),
  );
}

/** Opens a link on the person's phone and agrees. */
export async function agreeOnPhone(
  page: Page,
  path: string,
  onStep: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await visit(page, path);
  await measureInCm(page);
  await onStep(page);
  await page.getByRole("checkbox", { name: /^I agree that my body/ }).check();
  await page.getByRole("button", { name: "Agree and start" }).click();
  const bust = page.getByRole("main").getByRole("button", { name: /With a bust/ });
  await expect(bust).toBeVisible();
  await onStep(page);
  await bust.click();
}
