import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { askToMeasure, press, shownStep, stepTitle } from "#tests/support/browser/measuring-steps.ts";
import { visit } from "#tests/support/browser/shop.ts";

const guide = (page: Page) => page.getByRole("dialog", { name: /^Measuring: / });
const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
for (const [width, height] of [[390, 844], [1440, 900]] as const) {
  for (const [figure, shape] of [["woman", "With a bust"], ["man", "With a flat chest"]] as const) {
    test(`shots ${figure} ${width}`, async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize({ width, height });
      let n = 0;
      const shot = async (name: string) => {
        await page.waitForTimeout(250);
        n += 1;
        await page.screenshot({ path: `/tmp/shots/${width}-${figure}-${String(n).padStart(2, "0")}-${slug(name)}.png` });
      };
      await visit(page, "/measurement?step=3");
      await page.getByRole("textbox", { name: "Who is measured?" }).fill("Asha");
      await page.getByRole("button", { name: "Begin measuring" }).click();
      await expect(guide(page)).toBeVisible();
      await shot("garment");
      await press(guide(page), /^Suit/);
      await shot("figure");
      await press(guide(page), new RegExp(shape));
      for (;;) {
        const step = await shownStep(guide(page));
        await page.waitForFunction(() => [...document.querySelectorAll("image, img")].every((i) => !(i instanceof HTMLImageElement) || i.complete));
        await shot(step);
        if (/still to measure$/.test(step)) break;
        const before = await stepTitle(guide(page)).innerText();
        await guide(page).getByRole("button", { name: /^(Found it|Skip for later)$/ }).click();
        await expect(stepTitle(guide(page))).not.toHaveText(before);
      }
    });
  }
  customerTest(`shots link ${width}`, async ({ page, browser, baseURL }) => {
    const [path = ""] = await askToMeasure(page, ["Bibi", "Chandra", "Devi"]);
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `/tmp/shots/${width}-link-sender.png`, fullPage: true });
    const c = await browser.newContext({ baseURL: baseURL ?? "", viewport: { width, height }, hasTouch: width < 500, isMobile: width < 500 });
    const p = await c.newPage();
    await visit(p, path);
    await p.screenshot({ path: `/tmp/shots/${width}-link-consent.png`, fullPage: true });
    await p.getByRole("checkbox", { name: /^I agree that my body/ }).check();
    await p.getByRole("button", { name: "Agree and start" }).click();
    await p.getByRole("main").getByRole("button", { name: /With a bust/ }).click();
    await p.waitForTimeout(1500);
    await p.screenshot({ path: `/tmp/shots/${width}-link-step.png`, fullPage: true });
    await c.close();
  });
}
