import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type axe from "axe-core";
import { runsSlowChecks } from "./slow-checks.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// Minified: every page receives it.
const AXE = readFile(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** A color in transition has wrong contrast. */
async function settle(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map((animation) => animation.finished));
    return window.axe !== undefined;
  });
}

/** Sandboxed frames refuse it. */
async function bringAxe(page: Page): Promise<void> {
  const source = `${await AXE};0`;
  const [top, ...inside] = page.frames();
  await top?.evaluate(source);
  await Promise.all(inside.map((frame) => frame.evaluate(source).catch(() => null)));
}

/**
 * Axe counts what a sticky bar covers at this moment as missing from a target, wherever the page happens to be
 * scrolled. A person scrolls the target out from under the bar, so it is measured again in the middle of the window.
 */
async function isLargeInMiddle(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(async (target) => {
    const element = document.querySelector(target);
    if (!window.axe || !element) return false;
    const { scrollX, scrollY } = window;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { violations } = await window.axe.run(target, { runOnly: ["target-size"] });
    window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    return violations.length === 0;
  }, selector);
}

/** WCAG 2.2 AA and axe's best practices, each violation with its element. */
export async function expectAccessible(page: Page): Promise<void> {
  const isThere = await settle(page);
  if (!isThere) await bringAxe(page);
  // Experimental in axe, and so without a tag: who speaks a visible text presses what is named so (WCAG 2.5.3).
  const rules = { "label-content-name-mismatch": { enabled: runsSlowChecks } };
  const found = await page.evaluate(
    async ({ tags, rules }) => {
      if (!window.axe) throw new Error("axe is not there");
      const { violations } = await window.axe.run({
        runOnly: { type: "tag", values: tags },
        rules,
        // Describing passes costs more than checking.
        resultTypes: ["violations"],
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => ({
          id,
          selector: node.target.length === 1 ? `${node.target[0]}` : null,
          text: `${id}: ${help}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`,
        })),
      );
    },
    { tags: RULES, rules },
  );
  const remaining: string[] = [];
  for (const { id, selector, text } of found) {
    const isBelowBar = id === "target-size" && selector && (await isLargeInMiddle(page, selector));
    if (!isBelowBar) remaining.push(text);
  }
  expect(remaining).toEqual([]);
}
