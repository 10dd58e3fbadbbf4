import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Lets what is moving arrive: a colour halfway through its fade is nobody's contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map((animation) => animation.finished));
  });
}

/** Fails with every violation axe finds (WCAG 2.2 AA and its best practices), each with the element it is about. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const isThere = await page.evaluate(() => "axe" in window);
  // Describing every element that passed takes longer than looking at it.
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: ";" }) })
    .options({ resultTypes: ["violations"] })
    .withTags(RULES)
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
  expect(found).toEqual([]);
}
