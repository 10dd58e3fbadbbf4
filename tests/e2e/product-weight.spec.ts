import type { CDPSession, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { productPath, scriptRuns } from "#tests/support/browser/shop.ts";

// A first visit with animations.
test.use({ reuseContext: false, contextOptions: { reducedMotion: "no-preference" } });

const KILOBYTE = 1_000;

type ShopResponse = { address: string; kind: string; head: number; body: number; encoding: string };

/** Compressed bodies and headers, by kind. */
async function weigh(page: Page, network: CDPSession): Promise<() => ShopResponse[]> {
  const responses = new Map<string, ShopResponse>();
  await network.send("Network.enable");
  network.on("Network.responseReceived", ({ requestId, type, response }) => {
    const encoding = response.headers["content-encoding"] ?? "";
    const head = response.encodedDataLength;
    responses.set(requestId, { address: response.url, kind: type, head, body: 0, encoding });
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response) response.body = encodedDataLength - response.head;
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => [...responses.values()];
}

const weightOf = (responses: readonly ShopResponse[]) =>
  responses.reduce((sum, response) => sum + response.body, 0);

test.describe("the product page on a phone", { tag: "@phone" }, () => {
  test.use({ deviceScaleFactor: 3 });

  // Specification 7.1, 7.7
  test("weighs at most 130 kB of script, 15 kB of style and 400 kB in all, from one host", async ({
    page,
    baseURL,
  }) => {
    const network = await page.context().newCDPSession(page);
    const responses = await weigh(page, network);
    await page.goto(await productPath(page.request, "Kaieteur Gown"), { waitUntil: "networkidle" });
    const all = responses();
    const scripts = all.filter((response) => response.kind === "Script");
    const styles = all.filter((response) => response.kind === "Stylesheet");
    expect(scripts.length).toBeGreaterThan(0);
    const large = scripts.filter((script) => script.body > KILOBYTE);
    expect(large.length).toBeGreaterThan(0);
    expect(large.filter((script) => script.encoding !== "br")).toEqual([]);
    expect(weightOf(scripts), "script").toBeLessThanOrEqual(130 * KILOBYTE);
    expect(weightOf(styles), "style").toBeLessThanOrEqual(15 * KILOBYTE);
    const heads = all.reduce((sum, response) => sum + response.head, 0);
    expect(weightOf(all) + heads, "in all").toBeLessThanOrEqual(400 * KILOBYTE);
    const hosts = new Set(all.map((response) => new URL(response.address).host));
    expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
  });
});

test("nothing on the product page shifts while it loads or scrolls", { tag: "@both" }, async ({
  page,
}) => {
  const network = await page.context().newCDPSession(page);
  await weigh(page, network);
  await page.goto(await productPath(page.request, "Kaieteur Gown"), { waitUntil: "load" });
  await scriptRuns(page);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts).toEqual([]);
});
