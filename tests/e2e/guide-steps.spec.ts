import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import type { GarmentName } from "#features/measurement/required-measurements.ts";
import { GARMENT_NAMES, measurementSetOf } from "#features/measurement/required-measurements.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { press, shownStep, stepTitle } from "#tests/support/browser/measuring-steps.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

const guide = (page: Page) => page.getByRole("dialog", { name: /^Measuring: / });

/** Few garments that need every measurement of the shop between them. */
function coveringGarments(): GarmentName[] {
  const seen = new Set<string>();
  const bySize = GARMENT_NAMES.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return bySize.filter((garment) => {
    const names = measurementSetOf(garment)?.required ?? [];
    const isNew = names.some((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return isNew;
  });
}

const sizeOf = (garment: GarmentName) => measurementSetOf(garment)?.required.length ?? 0;

/** Checks each screen that was not shown before; returns their titles. */
async function lookAtEachStep(page: Page, checked: Set<string>): Promise<void> {
  for (;;) {
    const step = await shownStep(guide(page));
    if (!checked.has(step)) {
      checked.add(step);
      await expectReadable(page);
    }
    if (/still to measure$/.test(step)) return;
    const before = await stepTitle(guide(page)).innerText();
    await guide(page)
      .getByRole("button", { name: /^(Found it|Skip for later)$/ })
      .click();
    await expect(stepTitle(guide(page))).not.toHaveText(before);
  }
}

for (const [figure, shape] of [
  ["woman", "With a bust"],
  ["man", "With a flat chest"],
] as const) {
  test(`each step of the guide with the ${figure}'s tapes is readable, and every measurement is among them`, {
    tag: "@both",
  }, async ({ page }) => {
    test.setTimeout(400_000);
    const checked = new Set<string>();
    await visit(page, "/measurement?step=3");
    await page.getByRole("textbox", { name: "Who is measured?" }).fill("Asha");
    await page.getByRole("button", { name: "Begin measuring" }).click();
    await expect(guide(page)).toBeVisible();
    await expectReadable(page);
    const person = new URL(page.url()).hash;
    for (const [index, garment] of coveringGarments().entries()) {
      await visit(page, `/measurement?step=3${person}/${garment}`);
      if (index > 0) await page.reload();
      await expect(guide(page)).toBeVisible();
      if (index === 0) {
        await expectReadable(page);
        await press(guide(page), new RegExp(shape));
      }
      await lookAtEachStep(page, checked);
      if (index < coveringGarments().length - 1) await rememberFigure(page, figure);
    }
    const required = GARMENT_NAMES.flatMap((name) => measurementSetOf(name)?.required ?? []);
    const missed = [...new Set(required)].filter((name) => !checked.has(MEASUREMENTS[name].label));
    expect(missed).toEqual([]);
    expect([...checked]).toEqual(
      expect.arrayContaining(["How do you stand?", "How do your shoulders fall?"]),
    );
  });
}

/** The guide begins with its first step again, without the choice of a figure. */
async function rememberFigure(page: Page, mannequin: string): Promise<void> {
  const id = new URL(page.url()).hash.split("/")[1] ?? "";
  const entry = { [id]: { mannequin, step: null, draft: null } };
  await page.evaluate(
    (text) => localStorage.setItem("measuring-guide", text),
    JSON.stringify(entry),
  );
}
