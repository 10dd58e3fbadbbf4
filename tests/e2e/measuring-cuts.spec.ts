import { expect } from "@playwright/test";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { formatValue } from "#features/body/measurement/measurement-profile.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { SUIT_BODY } from "#tests/support/browser/measured-person.ts";
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

/** The value of a step as the tape shows it. */
const tapeText = (step: string) => {
  const name = (Object.keys(SUIT_BODY) as (keyof typeof SUIT_BODY)[]).find(
    (each) => MEASUREMENTS[each].label === step,
  );
  return name ? formatValue(name, SUIT_BODY[name], "cm") : null;
};

test("fifty cuts of the network at any moment, some with a reload, keep the guide usable and lose no value", {
  tag: "@phone",
}, async ({ page, context, noise }) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|503|ERR_FAILED/);
  const random = seededRandom(36);
  const guide = guideDialog(page);
  let cuts = 0;
  let isOffline = false;
  const toggle = async () => {
    isOffline = !isOffline;
    if (isOffline) cuts += 1;
    await context.setOffline(isOffline);
  };
  const maybeToggle = async () => {
    if (random() < 0.8 && (isOffline || cuts < CUTS)) await toggle();
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
  await press(guide, /^Suit/);
  await press(guide, /With a flat chest/);
  while ((await stepTitle(guide).count()) > 0) {
    await maybeToggle();
    const step = await shownStep(guide);
    const text = tapeText(step);
    if (text === null) {
      const before = await stepTitle(guide).innerText();
      await guide.getByRole("button", { name: /^(Found it|Average|With help)$/ }).click();
      await expect
        .poll(async () => (await stepTitle(guide).allInnerTexts())[0] ?? "")
        .not.toBe(before);
      continue;
    }
    for (const key of text) {
      await press(guide, key);
      await maybeToggle();
    }
    if (random() < 0.15) await reload(text);
    await enterValue(guide, "");
  }
  expect(cuts).toBeGreaterThanOrEqual(CUTS);
  if (isOffline) await toggle();
  await visit(page, CHART);
  const count = Object.keys(SUIT_BODY).length;
  await expect(page.getByText(new RegExp(`^${count} measurements, `))).toBeVisible();
  await page.getByRole("button", { name: "Continue measuring Ravi" }).click();
  await expect(guide.getByRole("button", { name: /^Suit Measured/ })).toBeVisible();
});
