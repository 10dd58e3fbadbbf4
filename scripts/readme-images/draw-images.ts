/**
 * Draws the pages that README.md and measuring-compared.md show from a shop on a fresh data folder with the demo catalogue. The names of
 * parts (shop, phone, atelier) draw these alone.
 */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { openVisitor, PHONE } from "#tests/support/browser/fixtures.ts";
import {
  begin,
  guideDialog,
  measureUntil,
  press,
  shownStep,
  stepTitle,
} from "#tests/support/browser/measuring-steps.ts";
import { openProduct, visit } from "#tests/support/browser/shop.ts";
import { draftPattern, patternPath, tailorAt } from "#tests/support/browser/tailor.ts";
import { makeRunFolder } from "#tests/support/run-folder.ts";
import { setCurrentShop } from "#tests/support/shop/current-shop.ts";
import { startPreparedRun } from "#tests/support/shop/prepared-run.ts";
import type { Shop } from "#tests/support/shop/shop.ts";
import { startShop } from "#tests/support/shop/shop.ts";
import { fillAtelier } from "./atelier-orders.ts";

const FOLDER = join(import.meta.dirname, "../../docs/pictures");

/** What the guide shows on a phone, and the step that is shown. */
const PHONE_STEPS = {
  "measuring-landmarks": /^Find these/,
  "measuring-waist": /^Waist$/,
  "measuring-posture": /^How do you stand/,
} as const;

type ImageName = "home" | "product" | "guide" | "pattern" | "board" | keyof typeof PHONE_STEPS;

/** The window of each image in CSS pixels; the image ends at `shown`, where the part that it shows ends. */
const WINDOWS: Readonly<Record<ImageName, { width: number; height: number; shown: number }>> = {
  "measuring-landmarks": { ...PHONE.viewport, shown: PHONE.viewport.height },
  "measuring-waist": { ...PHONE.viewport, shown: PHONE.viewport.height },
  "measuring-posture": { ...PHONE.viewport, shown: PHONE.viewport.height },
  home: { width: 1280, height: 720, shown: 651 },
  product: { width: 1280, height: 880, shown: 838 },
  guide: { width: 1280, height: 800, shown: 800 },
  pattern: { width: 1280, height: 1000, shown: 1000 },
  board: { width: 1464, height: 800, shown: 800 },
};

/** A reader of README.md loads all images at once. */
const MAX_BYTES = 150_000;

/** The shop makes the sizes of an image when somebody first opens its page. */
const PATIENCE_MS = 120_000;

/** Fonts and images are loaded: those in the window that did not load make the image useless. */
async function waitForImages(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { bottom, top } = image.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })
      .every((image) => image.complete && image.naturalWidth > 0),
  );
}

async function drawImage(page: Page, name: ImageName): Promise<void> {
  const { width, height, shown } = WINDOWS[name];
  await page.setViewportSize({ width, height });
  // A control below the pointer would look pressed.
  await page.mouse.move(0, 0);
  await waitForImages(page);
  const png = await page.screenshot({
    animations: "disabled",
    caret: "hide",
    clip: { x: 0, y: 0, width, height: shown },
  });
  const webp = await sharp(png).webp({ quality: 88, effort: 6 }).toBuffer();
  if (webp.length > MAX_BYTES) throw new Error(`${name} has ${webp.length} bytes`);
  await writeFile(join(FOLDER, `${name}.webp`), webp);
  console.log(`docs/pictures/${name}.webp: ${Math.round(webp.length / 1000)} kB`);
}

/** What a visitor opens first, a product, and the guide at the waist. */
async function drawShop(browser: Browser, shop: Shop): Promise<void> {
  await using visitor = await openVisitor(browser, { baseURL: shop.url, viewport: WINDOWS.guide });
  const { page } = visitor;
  page.setDefaultTimeout(PATIENCE_MS);
  await visit(page, "/");
  await drawImage(page, "home");
  await openProduct(page, "Stabroek Two-Piece Suit");
  await drawImage(page, "product");
  await visit(page, "/measurement?step=3");
  await begin(page, "Asha");
  const guide = guideDialog(page);
  await press(guide, /^Skirt/);
  await press(guide, /With a bust/);
  await measureUntil(guide, {}, "Height");
  await guide.getByRole("textbox").fill("166");
  await press(guide, "Next");
  await measureUntil(guide, {}, "Waist");
  await guide.getByRole("textbox").fill("74");
  await drawImage(page, "guide");
}

/** Leads on without a value. */
const ON = /^(Found them all|Skip for later|With help)$/;

/** The guide of a dress on a phone: the points to find, a girth with a value, and a choice of drawings. */
async function drawPhone(browser: Browser, shop: Shop): Promise<void> {
  await using visitor = await openVisitor(browser, { baseURL: shop.url, ...PHONE });
  const { page } = visitor;
  page.setDefaultTimeout(PATIENCE_MS);
  await visit(page, "/measurement?step=3");
  await begin(page, "Asha");
  const guide = guideDialog(page);
  await press(guide, /^Dress/);
  await press(guide, /With a bust/);
  for (const [name, wanted] of Object.entries(PHONE_STEPS) as [
    keyof typeof PHONE_STEPS,
    RegExp,
  ][]) {
    while (!wanted.test(await shownStep(guide))) {
      const before = await stepTitle(guide).innerText();
      await press(guide, ON);
      await stepTitle(guide).filter({ hasNotText: before }).waitFor();
    }
    if (name === "measuring-waist") for (const digit of "74") await press(guide, digit);
    await drawImage(page, name);
  }
}

/** The pattern that the shop drafts of a paid suit, and the board with the garments of a week. */
async function drawAtelier(browser: Browser, shop: Shop): Promise<void> {
  const { orderItemId } = await fillAtelier(shop);
  await using tailor = await tailorAt(browser, shop);
  const { page } = tailor;
  page.setDefaultTimeout(PATIENCE_MS);
  await draftPattern(page, orderItemId);
  await visit(page, patternPath(orderItemId));
  await page.getByRole("region", { name: /^Drawing of/ }).waitFor();
  await drawImage(page, "pattern");
  await visit(page, "/admin/atelier/production");
  await page.getByRole("region", { name: "Board" }).waitFor();
  await drawImage(page, "board");
}

const PARTS = { shop: drawShop, phone: drawPhone, atelier: drawAtelier };
const wanted = process.argv.slice(2);

// Two runs at once, of different states of the code, would remove each other's prepared shop from the shared folder.
const prepared = makeRunFolder("atelier-pictures");
const run = await startPreparedRun(prepared);
const shop = await startShop(run);
setCurrentShop(shop);
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
});
try {
  for (const [part, draw] of Object.entries(PARTS)) {
    if (wanted.length === 0 || wanted.includes(part)) await draw(browser, shop);
  }
} finally {
  await browser.close();
  await shop.stop();
  await run.close();
  rmSync(prepared, { recursive: true, force: true, maxRetries: 5 });
}
