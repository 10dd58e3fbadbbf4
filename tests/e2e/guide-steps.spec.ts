import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Mannequin } from "#app/components/measuring/guide-memory.browser.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { GarmentName } from "#features/body/measurement/required-measurements.ts";
import {
  GARMENT_NAMES,
  measurementSetOf,
} from "#features/body/measurement/required-measurements.ts";
import { PHONE, test } from "#tests/support/browser/fixtures.ts";
import {
  begin,
  guideDialog,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { expectReadable, scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const CHART = "/measurement?step=3";
const DESKTOP = { width: 1440, height: 900 };

/** Few garments that need every measurement of the shop between them. */
function coveringGarments(): GarmentName[] {
  const covered = new Set<string>();
  const bySize = GARMENT_NAMES.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return bySize.filter((garment) => {
    const names = measurementSetOf(garment)?.required ?? [];
    const isNew = names.some((name) => !covered.has(name));
    for (const name of names) covered.add(name);
    return isNew;
  });
}

const sizeOf = (garment: GarmentName) => measurementSetOf(garment)?.required.length ?? 0;

/** Accessible at the test's own width, and not wider than a phone or a computer. */
async function expectReadableAtBothWidths(page: Page): Promise<void> {
  await expectReadable(page);
  const own = page.viewportSize();
  for (const size of [PHONE.viewport, DESKTOP]) {
    await page.setViewportSize(size);
    expect(await scrollsSideways(page), `scrolls sideways at ${size.width} px`).toBe(false);
  }
  if (own) await page.setViewportSize(own);
}

/** Checks each screen that was not shown before; returns their titles. */
async function lookAtEachStep(page: Page, checked: Set<string>): Promise<void> {
  for (;;) {
    const step = await shownStep(guideDialog(page));
    if (!checked.has(step)) {
      checked.add(step);
      await expectReadableAtBothWidths(page);
    }
    if (/still to measure$/.test(step)) return;
    const before = await stepTitle(guideDialog(page)).innerText();
    await guideDialog(page)
      .getByRole("button", { name: /^(Found it|Found them all|Skip for later|With help)$/ })
      .click();
    await expect(stepTitle(guideDialog(page))).not.toHaveText(before);
  }
}

/** The guide begins with its first step again, without the choice of a figure. */
async function rememberValue(page: Page, mannequin: Mannequin): Promise<void> {
  const id = new URL(page.url()).hash.split("/")[1] ?? "";
  const entry = { [id]: { mannequin, step: null, draft: null } };
  // The guide has stored all it had when its page is gone; this one is the origin's lightest.
  await page.goto("/robots.txt");
  await page.evaluate(
    (text) => localStorage.setItem("measuring-guide", text),
    JSON.stringify(entry),
  );
}

/** Opens the guide with a figure, once for each of the garments, and looks at each of its steps. */
async function expectReadableSteps(page: Page, mannequin: Mannequin, shape: RegExp): Promise<void> {
  const checked = new Set<string>();
  await visit(page, CHART);
  await begin(page, "Asha");
  await expect(guideDialog(page)).toBeVisible();
  await expectReadableAtBothWidths(page);
  const person = new URL(page.url()).hash;
  const garments = coveringGarments();
  for (const [index, garment] of garments.entries()) {
    await visit(page, `${CHART}${person}/${garment}`);
    // Only the part behind # changed, so the page was not loaded again.
    await page.reload();
    await expect(guideDialog(page)).toBeVisible();
    if (index === 0) {
      await expectReadableAtBothWidths(page);
      await press(guideDialog(page), shape);
    }
    await lookAtEachStep(page, checked);
    await rememberValue(page, mannequin);
  }
  const required = GARMENT_NAMES.flatMap((name) => measurementSetOf(name)?.required ?? []);
  const missed = [...new Set(required)].filter((name) => !checked.has(MEASUREMENTS[name].label));
  expect(missed).toEqual([]);
  expect([...checked]).toEqual(
    expect.arrayContaining(["How do you stand?", "How do your shoulders fall?"]),
  );
}

test("each step of the guide with the woman's tapes is readable, and every measurement is among them", {
  tag: "@phone",
}, async ({ page }) => {
  test.setTimeout(400_000);
  await expectReadableSteps(page, "woman", /With a bust/);
});

test("each step of the guide with the man's tapes is readable, and every measurement is among them", async ({
  page,
}) => {
  test.setTimeout(400_000);
  await expectReadableSteps(page, "man", /With a flat chest/);
});
