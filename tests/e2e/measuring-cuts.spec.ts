import { expect } from "@playwright/test";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { formatMeasurement, formatValue } from "#features/body/measurement/measurement-profile.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import {
  begin,
  enterValue,
  guideDialog,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { visit } from "#tests/support/browser/shop.ts";

test.use({ serviceWorkers: "allow", reuseContext: false });

const CHART = "/measurement?step=3";

/** Numbers from 0 to 1, the same ones in each run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const CUTS = 50;

/** So often a moment changes the network; a shirt has about 180 moments, and fifty cuts need 100 changes. */
const CHANGE_SHARE = 0.6;

/** A shirt has 23 readings, so the page is loaded again seven times. */
const READINGS_PER_RELOAD = 3;

/** What the guide asks for; the slope of the shoulders is in the drawing that is chosen. */
const NAMES = (Object.keys(SHIRT_BODY) as (keyof typeof SHIRT_BODY)[]).filter(
  (name) => name !== "shoulderSlope",
);

/** The value of a step as the tape shows it. */
const tapeText = (step: string) => {
  const name = NAMES.find((each) => MEASUREMENTS[each].label === step);
  return name ? formatValue(name, SHIRT_BODY[name], "cm") : null;
};

test("fifty cuts of the network at any moment, some with a reload, keep the guide usable and lose no value", {
  tag: "@phone",
}, async ({ page, context, noise }) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|503|ERR_FAILED/);
  // Chromium says this when a cut meets the script of the guide's worker; the guide registers it again.
  noise.expect(/An unknown error occurred when fetching the script/);
  // Six of the seven reloads are without a connection.
  const random = seededRandom(46);
  const guide = guideDialog(page);
  let cuts = 0;
  let readings = 0;
  let isOffline = false;
  const toggle = async () => {
    isOffline = !isOffline;
    if (isOffline) cuts += 1;
    await context.setOffline(isOffline);
  };
  const maybeToggle = async () => {
    if (random() < CHANGE_SHARE && (isOffline || cuts < CUTS)) await toggle();
  };
  /** The network may change before the action, and while it lasts. */
  const act = async (action: () => Promise<void>) => {
    await maybeToggle();
    await Promise.all([action(), maybeToggle()]);
  };
  const isPageStored = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith("guide "));
      const cache = name ? await caches.open(name) : null;
      const isControlled = navigator.serviceWorker.controller !== null;
      return isControlled && (await cache?.match(location.href.split("#")[0] ?? "")) !== undefined;
    });
  /** What was typed, and the step, are there again. */
  const reload = async (entered: string) => {
    if (isOffline && !(await isPageStored())) await toggle();
    const before = await stepTitle(guide).innerText();
    await page.reload({ waitUntil: "domcontentloaded" });
    await expect(stepTitle(guide)).toHaveText(before);
    await expect(guide.getByRole("textbox")).toHaveValue(entered);
  };
  await visit(page, CHART);
  await begin(page, "Ravi");
  await press(guide, /^Shirt/);
  await press(guide, /With a flat chest/);
  while ((await stepTitle(guide).count()) > 0) {
    const step = await shownStep(guide);
    const text = tapeText(step);
    if (text === null) {
      const before = await stepTitle(guide).innerText();
      await act(() => press(guide, /^(Found them all|Average|With help)$/));
      await expect
        .poll(async () => (await stepTitle(guide).allInnerTexts())[0] ?? "")
        .not.toBe(before);
      continue;
    }
    for (const key of text) await act(() => press(guide, key));
    readings += 1;
    if (readings % READINGS_PER_RELOAD === 0) await reload(text);
    await act(() => enterValue(guide, ""));
  }
  expect(cuts).toBe(CUTS);
  if (isOffline) await toggle();
  await visit(page, CHART);
  await expect(page.getByText(new RegExp(`^${NAMES.length} measurements, `))).toBeVisible();
  await page.getByRole("button", { name: "Continue measuring Ravi" }).click();
  await press(guide, /^Shirt Measured/);
  for (const name of NAMES) {
    const value = formatMeasurement(name, SHIRT_BODY[name], "cm");
    const entry = `${MEASUREMENTS[name].label} ${value}`;
    await expect(guide.getByRole("button", { name: entry, exact: true })).toBeVisible();
  }
});
