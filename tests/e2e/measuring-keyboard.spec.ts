import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { LANDMARKS, MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { pick, pressOn, tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
import { stepTitle } from "#tests/support/browser/measuring-steps.ts";
import { visit } from "#tests/support/browser/shop.ts";

const guide = (page: Page) => page.getByRole("dialog", { name: /^Measuring: / });
const button = (page: Page, name: string | RegExp) =>
  guide(page).getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => guide(page).getByRole("textbox", { name });

/** From the page to the first landmark of a skirt. */
async function open(page: Page): Promise<void> {
  await visit(page, "/measurement?step=3");
  await typeInto(page, page.getByRole("textbox", { name: "Who is measured?" }), "Asha");
  await page.keyboard.press("Enter");
  await pressOn(page, button(page, /^Skirt/));
  await pressOn(page, button(page, /With a bust/));
  await expect(stepTitle(guide(page))).toContainText("Natural waist");
}

/** The field has the focus already, so that values follow each other without Tab. */
async function enter(page: Page, name: string, text: string): Promise<void> {
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
  await open(page);

  await test.step("each step announces itself, and Back returns", async () => {
    await expect(stepTitle(guide(page))).toBeFocused();
    await pressOn(page, button(page, "Found it"));
    await pressOn(page, button(page, "Found it"));
    await enter(page, "Height", "166");
    await expect(field(page, "Waist")).toBeFocused();
    await pressOn(page, button(page, "Back"));
    await expect(field(page, "Height")).toBeFocused();
    await expect(field(page, "Height")).toHaveValue("166");
    await page.keyboard.press("Enter");
  });

  await test.step("Tab goes from the field through the step and around", async () => {
    await expect(field(page, "Waist")).toBeFocused();
    expect(await stopsAround(page)).toEqual([
      ...["cm", "Next", "Skip for later"],
      ...["Back", "All values", "Stop for now", "Read aloud", "Where exactly?"],
    ]);
    await pick(page, guide(page).getByRole("radio", { name: "inches" }));
    await pick(page, guide(page).getByRole("radio", { name: "cm" }));
  });

  await test.step("Escape stops with a half entered value, and nothing is lost", async () => {
    await typeInto(page, field(page, "Waist"), "7");
    await page.keyboard.press("Escape");
    await expect(guide(page)).toHaveCount(0);
    await pressOn(page, page.getByRole("button", { name: "Continue measuring Asha" }));
    await pressOn(page, button(page, /^Skirt/));
    await expect(field(page, "Waist")).toHaveValue("7");
    await typeInto(page, field(page, "Waist"), "74");
    await page.keyboard.press("Enter");
  });

  await test.step("a question is decided, and the last value closes the guide", async () => {
    await enter(page, "Seat", "38.5");
    await expect(stepTitle(guide(page))).toContainText("Is the seat right?");
    await expect(stepTitle(guide(page))).toBeFocused();
    await pressOn(page, button(page, "Use 97.8 cm"));
    await enter(page, "Waist to hips", "11.5");
    await expect(stepTitle(guide(page))).toContainText("once more");
    await enter(page, "Waist to hips", "11.5");
    await enter(page, "Waist to seat", "20");
    await enter(page, "Waist to knee", "58");
    await expect(guide(page)).toHaveCount(0);
    await expect(page.getByText(/^6 measurements, /)).toBeVisible();
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
  await open(page);
  expect(await spoken()).toEqual([]);
  const { check, find, label } = LANDMARKS.waist;
  await pressOn(page, button(page, "Read aloud"));
  await expect.poll(spoken).toEqual([`en: ${label}. ${find} ${check}`]);
  await pressOn(page, button(page, "Found it"));
  await pressOn(page, button(page, "Found it"));
  await expect(field(page, "Height")).toBeFocused();
  expect(await page.evaluate(() => speechSynthesis.pending)).toBe(false);
  await pressOn(page, button(page, "Read aloud"));
  const { label: height, spoken: instruction } = MEASUREMENTS.height;
  await expect.poll(async () => (await spoken()).at(-1)).toBe(`en: ${height}. ${instruction}`);
  expect(await spoken()).toHaveLength(2);
});
