import type { Browser, Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
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
  while ((await stepTitle(guide).count()) > 0) {
    const step = await shownStep(guide);
    if (step === last) return;
    await onStep(step);
    const value = values[step];
    if (value !== undefined) {
      await enterValue(guide, value);
      continue;
    }
    const choice = guide.getByRole("button", { name: /^(Found it|Average)$/ });
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
  { width = 390, height = 844 } = {},
): Promise<AsyncDisposable & { page: Page; noise: PageNoise }> {
  const context = await browser.newContext({
    ...{ baseURL: shop, viewport: { width, height }, hasTouch: true, isMobile: true },
    ...{ reducedMotion: "reduce" },
  });
  const noise = hearNoise(shop);
  noise.listenTo(context);
  return {
    noise,
    page: await context.newPage(),
    [Symbol.asyncDispose]: async () => {
      await context.close();
      expect(noise.unexpected(), "the browser complained").toEqual([]);
    },
  };
}

/** The sender asks people for a skirt; returns the paths of their links. */
export async function sendLinks(page: Page, people: readonly string[]): Promise<string[]> {
  await visit(page, "/profile/measurements/links");
  await page.getByLabel("Occasion").fill("Wedding of Asha");
  await page.getByLabel("What will be made").selectOption("skirt");
  await page.getByLabel("Who", { exact: true }).fill(people.join("\n"));
  await page.getByRole("button", { name: "Make the links" }).click();
  const paths: string[] = [];
  for (const name of people) {
    const url = await page.getByLabel(`Link for ${name}`).inputValue();
    paths.push(new URL(url).pathname);
  }
  return paths;
}

/** Opens a link on the person's phone and agrees. */
export async function agreeOnPhone(
  page: Page,
  path: string,
  onStep: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await visit(page, path);
  await onStep(page);
  await page.getByRole("checkbox", { name: /^I agree that my body/ }).check();
  await page.getByRole("button", { name: "Agree and start" }).click();
  const bust = page.getByRole("main").getByRole("button", { name: /With a bust/ });
  await expect(bust).toBeVisible();
  await onStep(page);
  await bust.click();
}
