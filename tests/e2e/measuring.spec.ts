import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { anotherSession, customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

/** One person, as their tape shows it; what is taken twice is read the same twice. */
const ASHA: Readonly<Record<string, string>> = {
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
  Hips: "94",
  "Neck to bust point": "27",
  "Neck to waist, back": "44",
  "Waist to armpit": "20",
  "Waist to hips": "13",
};

/** The keystroke-level model (Card, Moran and Newell): pointing, and thinking at each screen. Handling the tape is not in it. */
const TAP_S = 1.1;
const SCREEN_S = 1.35;
/** Name, garment, mannequin, 5 landmarks, 18 readings, posture and shoulders. */
const SCREENS = 28;

const CHART = "/measurement?step=3";
const guide = (page: Page) => page.getByRole("dialog", { name: /^Measuring: / });
const title = (page: Page) => guide(page).locator("[data-step-title]");
const press = (page: Page, name: string | RegExp) =>
  guide(page).getByRole("button", { name, exact: true }).click();

/** "Neck to waist, back", without the progress before it and "once more" after it. */
async function shownStep(page: Page): Promise<string> {
  const text = await title(page).innerText();
  return text
    .replace(/^[^:]*:\s*/, "")
    .replace(/, once more$/, "")
    .trim();
}

/** Enters on the guide's own number pad. */
async function enter(page: Page, value: string): Promise<void> {
  const before = await title(page).innerText();
  for (const key of value) await press(page, key);
  await press(page, "Next");
  await expect
    .poll(async () => ((await guide(page).isVisible()) ? title(page).innerText() : ""))
    .not.toBe(before);
}

async function begin(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Who is measured?" }).fill(name);
  await page.getByRole("button", { name: "Begin measuring" }).click();
}

/** Everything before the first value: 8 taps. */
async function findLandmarks(page: Page, { isChecked = false } = {}): Promise<number> {
  await press(page, /With a bust/);
  for (let found = 0; found < 5; found += 1) {
    await expect(
      guide(page)
        .getByText(`Find first, ${found + 1} of 5`)
        .first(),
    ).toBeVisible();
    if (isChecked && found === 0) await expectReadable(page);
    await press(page, "Found it");
  }
  await expect(guide(page).getByText("1 of 17").first()).toBeVisible();
  return 6;
}

/** Measures until the step or the end; returns the taps. */
async function measureUntil(page: Page, last: string | null): Promise<number> {
  let taps = 0;
  while (await guide(page).isVisible()) {
    const step = await shownStep(page);
    if (step === last) break;
    if (step.startsWith("How do")) {
      await press(page, "Average");
      taps += 1;
      if (step.includes("shoulders")) await expect(guide(page)).toHaveCount(0);
      else await expect(title(page)).toContainText("shoulders");
      continue;
    }
    const value = ASHA[step];
    if (value === undefined) throw new Error(`No value for ${step}`);
    await enter(page, value);
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
    await visit(page, CHART);
    await begin(page, "Asha");
    await expectReadable(page);
    await press(page, /^Shirt/);
    await expectReadable(page);
    let taps = 3 + (await findLandmarks(page, { isChecked: true }));
    await expectReadable(page);
    taps += await measureUntil(page, "Neck");
    await press(page, "3");

    await page.reload();
    await expect(title(page)).toContainText("Neck");
    await expect(guide(page).getByRole("textbox", { name: "Neck" })).toHaveValue("3");
    await press(page, "8");
    await press(page, "Next");
    taps += 3;
    await expect(title(page)).toContainText("Shoulder to shoulder");

    await context.setOffline(true);
    taps += await measureUntil(page, "Chest");
    await context.setOffline(false);
    taps += await measureUntil(page, "How do you stand?");
    await expectReadable(page);
    taps += await measureUntil(page, null);

    await visit(page, CHART);
    await expect(page.getByText(/^15 measurements, /)).toBeVisible();
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
    await haveMeasured(page, "Asha", SHIRT_BODY);
    const [id = ""] = await page.evaluate(() =>
      Object.keys(JSON.parse(localStorage.getItem("measuring-guide") ?? "{}")),
    );
    await visit(page, `${CHART}#measuring/${id}`);
    await expect(guide(page).getByRole("button", { name: /^Waistcoat Measured/ })).toBeVisible();
    await expectReadable(page);
    await press(page, /^Skirt 3 more/);
    const asked: string[] = [];
    for (const value of ["98", "22", "60"]) {
      const step = await shownStep(page);
      asked.push(step);
      await guide(page).getByRole("textbox").fill(value);
      await press(page, "Next");
      // The guide closes after the last step.
      await expect(title(page).filter({ hasText: new RegExp(step) })).toHaveCount(0);
    }
    expect(asked).toEqual(["Seat", "Waist to seat", "Waist to knee"]);
    await expect(guide(page)).toHaveCount(0);
  });

  test("a value in the wrong unit is questioned at once, and two readings that differ ask for a third", async ({
    page,
  }) => {
    await visit(page, CHART);
    await begin(page, "Asha");
    await press(page, /^Shirt/);
    await findLandmarks(page);
    await measureUntil(page, "Chest");
    await enter(page, "38");
    await expect(title(page)).toContainText("Is the chest right?");
    await expect(guide(page).getByText("You entered 38 cm.")).toBeVisible();
    await expectReadable(page);
    await press(page, "Use 96.5 cm");
    await expect(title(page)).toContainText("Waist");
    await measureUntil(page, "Waist to hips");
    await enter(page, "13");
    await expect(title(page)).toContainText("Waist to hips, once more");
    await enter(page, "16");
    await expect(title(page)).toContainText("a third time");
    await expect(guide(page).getByText("You read 13 cm and 16 cm.")).toBeVisible();
    await expectReadable(page);
    await enter(page, "13.5");
    await press(page, "All values");
    await expect(guide(page).getByRole("button", { name: /^Chest 96\.5 cm/ })).toBeVisible();
    await expectReadable(page);
  });

  test("inches are entered in eighths, and changing the unit there and back changes nothing", async ({
    page,
  }) => {
    await visit(page, CHART);
    await begin(page, "Asha");
    await press(page, /^Skirt/);
    await press(page, /With a bust/);
    for (let found = 0; found < 2; found += 1) await press(page, "Found it");
    await guide(page).getByText("inches", { exact: true }).click();
    for (const key of "67") await press(page, key);
    await press(page, "3/4 inch");
    await press(page, "Next");
    await expect(title(page)).toContainText("Waist");
    await press(page, "Back");
    const field = guide(page).getByRole("textbox", { name: "Height" });
    for (const unit of ["cm", "inches", "cm", "inches"]) {
      await guide(page).getByText(unit, { exact: true }).click();
    }
    await expect(field).toHaveValue("67");
    await expect(guide(page).getByRole("button", { name: "3/4 inch" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expectReadable(page);
    await press(page, "Next");
    await press(page, "All values");
    await expect(guide(page).getByRole("button", { name: /^Height 67 3\/4 in/ })).toBeVisible();
  });
});

const devicePeople = (page: Page) =>
  page.evaluate(() => localStorage.getItem("measured-people") ?? "");

customerTest.describe("measuring and the account", { tag: "@phone" }, () => {
  customerTest(
    "a visitor's person moves into the account after consent, is continued on another device, and leaves the browser with the session",
    async ({ page, browser, baseURL, customer: { userId } }) => {
      await visit(page, "/profile/measurements");
      const people = page.getByRole("region", { name: "Measure somebody" });
      await people.getByRole("textbox", { name: "Who is measured?" }).fill("Asha");
      await people.getByRole("button", { name: "Begin measuring" }).click();
      await expect(guide(page).getByText(/I agree that my body measurements/)).toBeVisible();
      await expectReadable(page);
      await press(page, "Agree and save in my account");
      await press(page, /^Shirt/);
      await findLandmarks(page);
      await measureUntil(page, "Weight");
      await press(page, "Stop for now");
      const asha = page.getByRole("region", { name: "Asha" });
      await expect(asha).toContainText("172 cm");
      await expectReadable(page);

      {
        await using other = await anotherSession(browser, baseURL ?? "", userId);
        await visit(other.page, "/profile/measurements");
        const there = other.page.getByRole("region", { name: "Asha" });
        await there.getByRole("link", { name: "Continue measuring Asha" }).click();
        await press(other.page, /^Shirt 14 more/);
        await press(other.page, /With a bust/);
        await expect(title(other.page)).toContainText("Weight");
        await guide(other.page).getByRole("textbox", { name: "Weight" }).fill("70");
        await press(other.page, "Next");
        await press(other.page, "Stop for now");
        await expect(there).toContainText("70 kg");
      }
      await visit(page, "/profile/measurements");
      await expect(asha).toContainText("70 kg");
      await asha.locator("summary").filter({ hasText: "Rename" }).click();
      await asha.getByRole("textbox", { name: "New name" }).fill("Asha Persaud");
      await asha.getByRole("button", { name: "Save name" }).click();
      await expect(page.getByRole("region", { name: "Asha Persaud" })).toContainText("70 kg");

      expect(await devicePeople(page)).toContain(userId);
      await visit(page, "/profile");
      await page.getByRole("button", { name: "Sign Out" }).click();
      await expect(page).toHaveURL("/");
      await expect.poll(() => devicePeople(page)).not.toContain("Asha");
    },
  );
});
