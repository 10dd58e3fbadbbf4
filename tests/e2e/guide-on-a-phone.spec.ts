import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { landmarksOf } from "#features/body/measurement/capture-steps.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { openVisitor, test } from "#tests/support/browser/fixtures.ts";
import { main } from "#tests/support/browser/locators.ts";
import { DRESS_BODY } from "#tests/support/browser/measured-person.ts";
import {
  agreeOnPhone,
  anotherPhone,
  begin,
  createLinks,
  FOUND,
  findLandmarks,
  guideDialog,
  measureInCm,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const CHART = "/measurement?step=3";

/** 28 readings of two or three digits, each with one key that ends it, and six taps around them. */
const MAX_GOWN_TAPS = 90;

const GOWN = "Kaieteur Gown";

/** What the bars of a real phone's browser leave of 390 x 844 and of 375 x 667. */
const SCREENS = [
  { width: 390, height: 664 },
  { width: 375, height: 553 },
] as const;

/** What of the step's controls is not whole on the screen, or lies under something else. */
const hiddenControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pad = [...document.querySelectorAll("fieldset")].find(
      (each) => each.querySelector("legend")?.textContent === "Number pad",
    );
    const field = document.querySelector("[data-step-field]");
    const controls = [...(pad?.querySelectorAll("button") ?? []), ...(field ? [field] : [])];
    if (document.querySelector("[data-guide-page]")) {
      controls.push(...document.querySelectorAll("[data-guide-frame] summary"));
    }
    const hidden = controls.filter((control) => {
      const { bottom, height, left, right, top, width } = control.getBoundingClientRect();
      const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return !inside || height < 43.5 || !(over === control || control.contains(over));
    });
    const names = hidden.map((each) => each.getAttribute("aria-label") ?? each.textContent ?? "");
    return controls.length < 13 ? ["no number pad", ...names] : names;
  });

/** `GUIDE_SCREENS` names a folder for pictures of every screen at the smallest size. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.GUIDE_SCREENS;
  if (!folder) return;
  await page.setViewportSize(SCREENS[1]);
  await page.screenshot({ path: `${folder}/${name.replaceAll(/[^\w ,]/g, "")}.png` });
}

/** Looks at the shown step on both screens in both units. */
async function expectControlsInView(page: Page, guide: Locator, step: string): Promise<void> {
  const hasUnits = (await guide.getByText("inches", { exact: true }).count()) > 0;
  const isWeight = step === MEASUREMENTS.weight.label;
  const units = isWeight ? ["kg", "pounds"] : hasUnits ? ["cm", "inches"] : [""];
  for (const unit of units) {
    if (unit !== "") await guide.getByText(unit, { exact: true }).click();
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      expect(await hiddenControls(page), `${step}, ${unit}, ${size.height} px`).toEqual([]);
    }
    await photograph(page, `${step} ${unit}`);
  }
}

const isMeasurement = (step: string) =>
  Object.values(MEASUREMENTS).some(({ label }) => label === step);

/** The button that leads on without a value. */
const ON = /^(Found it|Found them all|Skip for later)$/;

/** Skips through the guide until a screen that no value is entered on, and looks at each measurement; returns how many there were. */
async function lookAtMeasurements(
  page: Page,
  guide: Locator,
  max: number,
  known: ReadonlySet<string> = new Set(),
): Promise<number> {
  let count = 0;
  while (count < max) {
    const step = await shownStep(guide);
    if (isMeasurement(step)) {
      if (!known.has(step)) await expectControlsInView(page, guide, step);
      count += 1;
    } else {
      await photograph(page, step);
    }
    const on = guide.getByRole("button", { name: ON });
    if ((await on.count()) === 0) return count;
    const before = await stepTitle(guide).innerText();
    await on.click();
    await expect(stepTitle(guide)).not.toHaveText(before);
  }
  return count;
}

test("number pad, value and Next are whole on the smallest screens at each step of a gown, in both units", {
  tag: "@phone",
}, async ({ page }) => {
  const guide = guideDialog(page);
  await visit(page, CHART);
  await begin(page, "Asha");
  await expect(guide.getByRole("button", { name: /^Dress/ })).toBeVisible();
  await photograph(page, "0 garments");
  await press(guide, /^Dress/);
  await expect(guide.getByRole("button", { name: /With a bust/ })).toBeVisible();
  await photograph(page, "1 mannequin");
  await press(guide, /With a bust/);
  await photograph(page, await shownStep(guide));
  await press(guide, "With help");
  await expectWithoutScrolling(page, guide.getByRole("button", { name: FOUND }));
  const all = requiredBy("dress").length;
  expect(await lookAtMeasurements(page, guide, all + 1)).toBe(all);
});

const requiredBy = (garment: string) => measurementSetOf(garment)?.required ?? [];

test("number pad, value and Next are whole at each step that a suit has and a gown has not", {
  tag: "@phone",
}, async ({ page }) => {
  const guide = guideDialog(page);
  await visit(page, CHART);
  await begin(page, "Ravi");
  await press(guide, /^Suit/);
  await findLandmarks(guide, 5);
  const all = requiredBy("suit").length;
  const known = new Set(requiredBy("dress").map((name) => MEASUREMENTS[name].label));
  expect(await lookAtMeasurements(page, guide, all + 1, known)).toBe(all);
});

/** The button is whole on the smallest screen before anything is scrolled. */
async function expectWithoutScrolling(page: Page, button: Locator): Promise<void> {
  await page.setViewportSize(SCREENS[1]);
  await expect(button).toBeInViewport({ ratio: 1 });
}

/** Of the woman A485, read to half a centimeter as a tape is. */
function tapeKeys(name: keyof typeof DRESS_BODY): { digits: string; isHalf: boolean } {
  const halves = Math.round(DRESS_BODY[name] / (name === "weight" ? 500 : 5));
  return { digits: String(Math.floor(halves / 2)), isHalf: halves % 2 === 1 };
}

const GOWN_NAMES = Object.keys(DRESS_BODY) as (keyof typeof DRESS_BODY)[];

test("a first gown is measured with help in a known number of taps and screens", {
  tag: "@phone",
}, async ({ page }) => {
  const guide = guideDialog(page);
  await visit(page, `${await pathOfProduct(GOWN)}/made-to-measure`);
  await measureInCm(page);
  await page.getByRole("button", { name: "Begin measuring" }).click();
  const names = requiredBy("sleeveless-dress");
  const beginning = 1;
  let taps = beginning + (await findLandmarks(guide, landmarksOf(names).length));
  // The page of the gown, mannequin, help and landmarks.
  let screens = 4;
  const tap = async (button: string | RegExp) => {
    await press(guide, button);
    taps += 1;
  };
  while (await guide.isVisible()) {
    const before = await stepTitle(guide).innerText();
    const step = await shownStep(guide);
    screens += 1;
    const name = GOWN_NAMES.find((each) => MEASUREMENTS[each].label === step);
    if (name === undefined) {
      await tap("Average");
    } else {
      const { digits, isHalf } = tapeKeys(name);
      for (const digit of digits) await tap(digit);
      await tap(isHalf ? ".5 Next" : "Next");
    }
    await expect
      .poll(async () => (await stepTitle(guide).allInnerTexts())[0] ?? "")
      .not.toBe(before);
  }
  test.info().annotations.push({
    type: "operating the guide for a first gown",
    description: `${taps} taps, ${screens} screens`,
  });
  expect(taps).toBeLessThanOrEqual(MAX_GOWN_TAPS);
  await expect(page.getByText("21 of 21 measured")).toBeVisible();
});

customerTest(
  "number pad, value, Next and the whole instruction have the screen of a small phone behind a link",
  { tag: "@phone" },
  async ({ browser, customer, shop }) => {
    const [path = ""] = await createLinks(customer, ["Bibi"]);
    await using phone = await anotherPhone(browser, shop.url);
    await phone.page.setViewportSize(SCREENS[1]);
    await agreeOnPhone(phone.page, path);
    expect(await lookAtMeasurements(phone.page, main(phone.page), 3)).toBe(3);
  },
);

test("typing never rewrites what stands before the cursor, and a pasted value may have marks that nobody sees", async ({
  page,
}) => {
  const guide = guideDialog(page);
  await visit(page, CHART);
  await begin(page, "Asha");
  await press(guide, /^Skirt/);
  await findLandmarks(guide, 2);
  await guide.getByText("inches", { exact: true }).click();
  const height = guide.getByRole("textbox", { name: "Height" });
  for (const text of ['66 1/2"', "5'7 1/2\""]) {
    await height.fill("");
    for (let length = 1; length <= text.length; length += 1) {
      await height.press(text[length - 1] ?? "");
      await expect(height).toHaveValue(text.slice(0, length));
    }
  }
  await press(guide, "3/4 inch");
  await expect(height).toHaveValue("5'7 3/4");
  await press(guide, "Next");
  await expect(stepTitle(guide)).toContainText("Waist");
  await guide.getByRole("textbox", { name: "Waist" }).fill('\u200e28 1/2"\u202c');
  await press(guide, "Next");
  await press(guide, "All values");
  await expect(guide.getByRole("button", { name: /^Height 67 3\/4 in/ })).toBeVisible();
  await expect(guide.getByRole("button", { name: /^Waist 28 1\/2 in/ })).toBeVisible();
});

test("the unit follows the visitor's country until one is chosen", async ({
  browser,
  baseURL,
  page,
}) => {
  const shown = async (visitor: Page) => {
    await visit(visitor, CHART);
    return visitor.getByRole("link", { name: "Inches" }).getAttribute("aria-current");
  };
  expect(await shown(page), "an American browser").toBe("true");
  await using berlin = await openVisitor(browser, {
    ...(baseURL !== undefined && { baseURL }),
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
  });
  expect(await shown(berlin.page), "a browser in Berlin").toBeNull();
});
