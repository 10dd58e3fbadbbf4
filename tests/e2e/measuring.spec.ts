import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { LANDMARKS, MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { pick, pressOn, tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import type { TapeValues } from "#tests/support/browser/measuring-steps.ts";
import {
  begin,
  enterValue,
  findLandmarks,
  guideDialog,
  measureInCm,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

const ASHA: TapeValues = {
  Height: "172",
  Weight: "70",
  Neck: "38",
  "Shoulder to shoulder": "45",
  "Shoulder slope": "20",
  "Shoulder to elbow": "35.5",
  "Shoulder to wrist": "63",
  "Upper arm": "32",
  Wrist: "17",
  Chest: "98",
  Waist: "84",
  "High hip": "94",
  Seat: "98",
  "Waist to seat": "22",
  "Neck to chest point": "27",
  "Neck to waist, back": "44",
  "Waist to armpit": "20",
  "Waist to high hip": "13",
};

/** The keystroke-level model (Card, Moran and Newell): pointing, and thinking at each screen. Handling the tape is not in it. */
const TAP_S = 1.1;
const SCREEN_S = 1.35;
/** Name, garment, mannequin, help, landmarks, 22 readings, posture and shoulders. */
const SCREENS = 29;

const CHART = "/measurement?step=3";

/** Measures the shirt until the step or the end; returns the taps. */
async function measureShirt(page: Page, last: string | null): Promise<number> {
  const guide = guideDialog(page);
  let taps = 0;
  // Without a step the guide has ended, so it must have begun.
  await expect(stepTitle(guide)).toBeVisible();
  while (await guide.isVisible()) {
    const step = await shownStep(guide);
    if (step === last) break;
    if (step.startsWith("How do")) {
      await press(guide, "Average");
      taps += 1;
      if (step.includes("shoulders")) await expect(guide).toHaveCount(0);
      else await expect(stepTitle(guide)).toContainText("shoulders");
      continue;
    }
    const value = ASHA[step];
    if (value === undefined) throw new Error(`No value for ${step}`);
    await enterValue(guide, value);
    taps += value.length + 1;
  }
  return taps;
}

test.describe("measuring on a phone", { tag: "@phone" }, () => {
  test("a first profile for a shirt, stopped by a reload and a lost connection, loses no value", async ({
    page,
    context,
    noise,
  }) => {
    // On a slow machine parts of other pages are still being fetched.
    noise.expect(/ERR_INTERNET_DISCONNECTED/);
    const guide = guideDialog(page);
    await visit(page, CHART);
    await begin(page, "Asha");
    await expectReadable(page);
    await press(guide, /^Shirt/);
    await expectReadable(page);
    let taps = 3 + (await findLandmarks(guide, 5, () => expectReadable(page)));
    await expect(stepTitle(guide)).toHaveText(/^1 of 16: /);
    await expectReadable(page);
    taps += await measureShirt(page, "Neck");
    await press(guide, "3");

    await page.reload();
    await expect(stepTitle(guide)).toContainText("Neck");
    await expect(guide.getByRole("textbox", { name: "Neck" })).toHaveValue("3");
    await press(guide, "8");
    await press(guide, "Next");
    taps += 3;
    await expect(stepTitle(guide)).toContainText("Shoulder to shoulder");

    await context.setOffline(true);
    taps += await measureShirt(page, "Chest");
    await context.setOffline(false);
    taps += await measureShirt(page, "How do you stand?");
    await expectReadable(page);
    taps += await measureShirt(page, null);

    await visit(page, CHART);
    // The slope of the shoulders is in the drawing that was chosen, and no measurement.
    await expect(page.getByText(/^16 measurements, /)).toBeVisible();
    await expectReadable(page);
    const seconds = taps * TAP_S + SCREENS * SCREEN_S;
    const description = `${taps} taps, ${Math.round(seconds)} s`;
    test.info().annotations.push({ type: "operating the guide for a first shirt", description });
    expect(taps).toBeLessThan(100);
    expect(seconds).toBeLessThan(180);
  });

  test("a further garment asks only for what it needs and the person does not have", async ({
    page,
  }) => {
    const guide = guideDialog(page);
    await haveMeasured(page, "Asha", SHIRT_BODY);
    const [id = ""] = await page.evaluate(() =>
      Object.keys(JSON.parse(localStorage.getItem("measuring-guide") ?? "{}")),
    );
    await visit(page, `${CHART}#measuring/${id}`);
    await expect(guide.getByRole("button", { name: /^Waistcoat Measured/ })).toBeVisible();
    await expectReadable(page);
    await press(guide, /^Skirt 2 more/);
    for (const [step, value] of [
      ["Waist to knee", "60"],
      ["Waist to floor", "105"],
    ] as const) {
      await expect(stepTitle(guide)).toHaveText(new RegExp(`: ${step}$`));
      await guide.getByRole("textbox").fill(value);
      await press(guide, "Next");
    }
    await expect(guide).toHaveCount(0);
  });

  test("a value in the wrong unit is questioned at once, and two readings that differ ask for a third", async ({
    page,
  }) => {
    const guide = guideDialog(page);
    await visit(page, CHART);
    await begin(page, "Asha");
    await press(guide, /^Shirt/);
    await findLandmarks(guide, 5);
    await measureShirt(page, "Chest");
    await enterValue(guide, "38");
    await expect(stepTitle(guide)).toContainText("Is the chest right?");
    await expect(guide.getByText("You entered 38 cm.")).toBeVisible();
    await expectReadable(page);
    await press(guide, "Use 96.5 cm");
    await expect(stepTitle(guide)).toContainText("Chest, once more");
    await enterValue(guide, "96.5");
    await expect(stepTitle(guide)).toContainText("Waist");
    await measureShirt(page, "Waist to high hip");
    await enterValue(guide, "13");
    await expect(stepTitle(guide)).toContainText("Waist to high hip, once more");
    await enterValue(guide, "16");
    await expect(stepTitle(guide)).toContainText("a third time");
    await expect(guide.getByText("You read 13 cm and 16 cm.")).toBeVisible();
    await expectReadable(page);
    await enterValue(guide, "13.5");
    await press(guide, "All values");
    await expect(guide.getByRole("button", { name: /^Chest 96\.5 cm/ })).toBeVisible();
    await expectReadable(page);
  });

  test("inches are entered in eighths, and changing the unit there and back changes nothing", async ({
    page,
  }) => {
    const guide = guideDialog(page);
    await visit(page, CHART);
    await begin(page, "Asha");
    await press(guide, /^Skirt/);
    await findLandmarks(guide, 2);
    await guide.getByText("inches", { exact: true }).click();
    for (const key of "67") await press(guide, key);
    await press(guide, "3/4 inch");
    await press(guide, "Next");
    await expect(stepTitle(guide)).toContainText("Waist");
    await press(guide, "Back");
    const field = guide.getByRole("textbox", { name: "Height" });
    for (const unit of ["cm", "inches", "cm", "inches"]) {
      await guide.getByText(unit, { exact: true }).click();
    }
    await expect(field).toHaveValue("67 3/4");
    await expect(guide.getByRole("button", { name: "3/4 inch" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expectReadable(page);
    await press(guide, "Next");
    await press(guide, "All values");
    await expect(guide.getByRole("button", { name: /^Height 67 3\/4 in/ })).toBeVisible();
  });
});

const button = (page: Page, name: string | RegExp) =>
  guideDialog(page).getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => guideDialog(page).getByRole("textbox", { name });

/** From the page to the landmarks of a skirt. */
async function openSkirt(page: Page): Promise<void> {
  await visit(page, "/measurement?step=3");
  await measureInCm(page);
  await typeInto(page, page.getByRole("textbox", { name: "Who is measured?" }), "Asha");
  await page.keyboard.press("Enter");
  const title = stepTitle(guideDialog(page));
  await expect(title).toBeFocused();
  await pressOn(page, button(page, /^Skirt/));
  await expect(title).toContainText("Who shows you the tape?");
  await expect(title).toBeFocused();
  await pressOn(page, button(page, /With a bust/));
  await expect(stepTitle(guideDialog(page))).toContainText("Find these 2 points");
}

/** The field has the focus already, so that values follow each other without Tab. */
async function enterByKey(page: Page, name: string, text: string): Promise<void> {
  await expect(field(page, name)).toBeFocused();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Enter");
}

/** What each Tab focuses, until the field has the focus again. */
async function stopsAround(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab");
    // At the dialog's end a guard has the focus until the next frame.
    await page.waitForFunction(
      () => !document.activeElement?.hasAttribute("data-base-ui-focus-guard"),
    );
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused instanceof HTMLInputElement && focused.type === "text") return null;
      const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : null;
      return focused?.getAttribute("aria-label") ?? (label ?? focused)?.textContent?.trim() ?? "";
    });
    if (name === null) break;
    names.push(name);
  }
  return names;
}

test("a skirt is measured with the keyboard alone: the focus follows each step, Escape stops, and the guide continues there", async ({
  page,
}) => {
  await openSkirt(page);

  await test.step("each step announces itself, and Back returns", async () => {
    await expect(stepTitle(guideDialog(page))).toBeFocused();
    await expect(guideDialog(page)).toContainText("Top of the hip bone");
    await page.keyboard.press("Enter");
    await enterByKey(page, "Height", "166");
    await expect(field(page, "Waist")).toBeFocused();
    await pressOn(page, button(page, "Back"));
    await expect(field(page, "Height")).toBeFocused();
    await expect(field(page, "Height")).toHaveValue("166");
    await page.keyboard.press("Enter");
  });

  await test.step("Tab goes from the field through the step and around", async () => {
    await expect(field(page, "Waist")).toBeFocused();
    expect(await stopsAround(page)).toEqual([
      "cm",
      "Next",
      "Skip for later",
      "Back",
      "All values",
      "Stop for now",
      "Read aloud",
      "How exactly?",
    ]);
    await pick(page, guideDialog(page).getByRole("radio", { name: "inches" }));
    await pick(page, guideDialog(page).getByRole("radio", { name: "cm" }));
  });

  await test.step("Escape stops with a half entered value, and nothing is lost", async () => {
    await typeInto(page, field(page, "Waist"), "7");
    await page.keyboard.press("Escape");
    await expect(guideDialog(page)).toHaveCount(0);
    await pressOn(page, page.getByRole("button", { name: "Continue measuring Asha" }));
    await pressOn(page, button(page, /^Skirt/));
    await expect(field(page, "Waist")).toBeFocused();
    await expect(field(page, "Waist")).toHaveValue("7");
    await typeInto(page, field(page, "Waist"), "74");
    await page.keyboard.press("Enter");
    await expect(stepTitle(guideDialog(page))).toContainText("once more");
    await enterByKey(page, "Waist", "74");
  });

  await test.step("a question is decided, and the last value closes the guide", async () => {
    await enterByKey(page, "High hip", "94");
    await enterByKey(page, "Seat", "38.5");
    await expect(stepTitle(guideDialog(page))).toContainText("Is the seat right?");
    await expect(stepTitle(guideDialog(page))).toBeFocused();
    await pressOn(page, button(page, "Use 97.8 cm"));
    await expect(stepTitle(guideDialog(page))).toContainText("once more");
    await enterByKey(page, "Seat", "98");
    await enterByKey(page, "Waist to high hip", "11.5");
    await expect(stepTitle(guideDialog(page))).toContainText("once more");
    await enterByKey(page, "Waist to high hip", "11.5");
    await enterByKey(page, "Waist to seat", "20");
    await enterByKey(page, "Waist to knee", "58");
    await enterByKey(page, "Waist to floor", "104");
    await expect(guideDialog(page)).toHaveCount(0);
    await expect(page.getByText(/^8 measurements, /)).toBeVisible();
    const again = page.getByRole("button", { name: "Continue measuring Asha" });
    await tabTo(page, again);
  });
});

/** What the browser is asked to say; it still says it. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const spoken: string[] = [];
    const speak = speechSynthesis.speak.bind(speechSynthesis);
    Object.assign(window, { spoken });
    speechSynthesis.speak = (utterance) => {
      spoken.push(`${utterance.lang}: ${utterance.text}`);
      speak(utterance);
    };
  });
  return () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
}

test("each step is read aloud on request only, in the words of that step", async ({ page }) => {
  const spoken = await listen(page);
  await openSkirt(page);
  expect(await spoken()).toEqual([]);
  const instructions = [LANDMARKS.waist, LANDMARKS.hipBone].map(
    ({ check, find, label }) => `${label}. ${find} ${check}`,
  );
  await pressOn(page, button(page, "Read aloud"));
  await expect.poll(spoken).toEqual([`en: ${instructions.join(" ")}`]);
  await pressOn(page, button(page, "Found them all"));
  await expect(field(page, "Height")).toBeFocused();
  expect(await page.evaluate(() => speechSynthesis.pending)).toBe(false);
  await pressOn(page, button(page, "Read aloud"));
  const { label: height, spoken: instruction } = MEASUREMENTS.height;
  await expect.poll(async () => (await spoken()).at(-1)).toBe(`en: ${height}. ${instruction}`);
  expect(await spoken()).toHaveLength(2);
});
