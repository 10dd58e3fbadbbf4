import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { openVisitor, test } from "#tests/support/browser/fixtures.ts";
import { main } from "#tests/support/browser/locators.ts";
import {
  agreeOnPhone,
  anotherPhone,
  begin,
  createLinks,
  findLandmarks,
  guideDialog,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { visit } from "#tests/support/browser/shop.ts";

const CHART = "/measurement?step=3";

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
    const hidden = controls.filter((control) => {
      const { bottom, height, left, right, top, width } = control.getBoundingClientRect();
      const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return !inside || height < 43.5 || !(over === control || control.contains(over));
    });
    const names = hidden.map((each) => each.getAttribute("aria-label") ?? each.textContent ?? "");
    return controls.length < 13 ? ["no number pad", ...names] : names;
  });

/** Looks at the shown step on both screens in both units; `GUIDE_SCREENS` names a folder for pictures of the smaller one. */
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
    const folder = process.env.GUIDE_SCREENS;
    if (folder) await page.screenshot({ path: `${folder}/${step} ${unit}.png` });
  }
}

const isMeasurement = (step: string) =>
  Object.values(MEASUREMENTS).some(({ label }) => label === step);

/** Skips through the guide, and looks at each measurement; returns how many there were. */
async function lookAtMeasurements(page: Page, guide: Locator, max: number): Promise<number> {
  let count = 0;
  while (count < max) {
    const step = await shownStep(guide);
    if (
      !isMeasurement(step) &&
      !(await guide.getByRole("button", { name: "Found it" }).isVisible())
    )
      return count;
    if (isMeasurement(step)) {
      await expectControlsInView(page, guide, step);
      count += 1;
    }
    const before = await stepTitle(guide).innerText();
    await guide.getByRole("button", { name: /^(Found it|Skip for later)$/ }).click();
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
  await press(guide, /^Dress/);
  await findLandmarks(guide, 5);
  const all = measurementSetOf("dress")?.required.length ?? 0;
  expect(await lookAtMeasurements(page, guide, all + 1)).toBe(all);
});

customerTest(
  "number pad, value and Next are whole below the shop's header behind a link",
  { tag: "@phone" },
  async ({ browser, customer, shop }) => {
    const [path = ""] = await createLinks(customer, ["Bibi"]);
    await using phone = await anotherPhone(browser, shop.url);
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
