import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import {
  addToCart,
  cartSidebar,
  openProduct,
  scriptRuns,
  visit,
} from "#tests/support/browser/shop.ts";
import type { SecureFront } from "#tests/support/secure-front.ts";
import { startSecureFront } from "#tests/support/secure-front.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

// Each test is a first visit: an earlier one's cache would hide requests, and its storage would hide this one's.
test.use({ reuseContext: false });

const KILOBYTE = 1_000;

type ShopResponse = { url: string; kind: string; head: number; body: number; encoding: string };

/** Compressed bodies and headers, by kind. */
async function weigh(page: Page): Promise<() => ShopResponse[]> {
  const network = await page.context().newCDPSession(page);
  const responses = new Map<string, ShopResponse>();
  await network.send("Network.enable");
  network.on("Network.responseReceived", ({ requestId, type, response }) => {
    const encoding = response.headers["content-encoding"] ?? "";
    const head = response.encodedDataLength;
    responses.set(requestId, { url: response.url, kind: type, head, body: 0, encoding });
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response) response.body = encodedDataLength - response.head;
  });
  return () => [...responses.values()];
}

/** How far elements have moved, by the browser's own measure. */
async function recordShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}

const weightOf = (responses: readonly ShopResponse[]) =>
  responses.reduce((sum, response) => sum + response.body, 0);

test.describe("the product page, with its animations,", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" }, deviceScaleFactor: 3 });

  // Specification 7.1, 7.7
  test("weighs at most 133 kB of script, 16 kB of style and 400 kB in all on a phone, from one host", {
    tag: "@phone",
  }, async ({ page, baseURL }) => {
    const responses = await weigh(page);
    await page.goto(await pathOfProduct("Kaieteur Gown"), { waitUntil: "networkidle" });
    const all = responses();
    const scripts = all.filter((response) => response.kind === "Script");
    const styles = all.filter((response) => response.kind === "Stylesheet");
    expect(scripts.length).toBeGreaterThan(0);
    const large = scripts.filter((script) => script.body > KILOBYTE);
    expect(large.length).toBeGreaterThan(0);
    expect(large.filter((script) => script.encoding !== "br")).toEqual([]);
    expect(weightOf(scripts), "script").toBeLessThanOrEqual(133 * KILOBYTE);
    expect(weightOf(styles), "style").toBeLessThanOrEqual(16 * KILOBYTE);
    const heads = all.reduce((sum, response) => sum + response.head, 0);
    expect(weightOf(all) + heads, "in all").toBeLessThanOrEqual(400 * KILOBYTE);
    const hosts = new Set(all.map((response) => new URL(response.url).host));
    expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
  });
});

for (const { where, tag } of [
  { where: "on a phone", tag: "@phone" },
  { where: "on a wide screen", tag: [] },
]) {
  test.describe(where, () => {
    test.use({ contextOptions: { reducedMotion: "no-preference" } });

    test("nothing on the product page shifts while it loads or scrolls", { tag }, async ({
      page,
    }) => {
      const shifts = await recordShifts(page);
      await page.goto(await pathOfProduct("Kaieteur Gown"), { waitUntil: "load" });
      await scriptRuns(page);
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      const beside = page.getByRole("region", { name: "Goes well with it" });
      await expect(beside.getByRole("listitem")).toHaveCount(4);
      await page.evaluate(() => document.fonts.ready);
      expect(await shifts()).toEqual([]);
    });
  });
}

const SCRIPTS = /\/assets\/[^/]+\.js$/;

test("the page is visible before its script arrives", { tag: "@phone" }, async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (each) => requests.push(new URL(each.url()).pathname));
  await page.goto(await pathOfProduct("Kaieteur Gown"));
  await scriptRuns(page);
  const firstScript = requests.findIndex((path) => SCRIPTS.test(path));
  expect(firstScript).toBeGreaterThan(0);
  const painted = requests.slice(0, firstScript);
  expect(painted.some((path) => path.endsWith(".css"))).toBe(true);
  expect(painted.some((path) => path.endsWith(".woff2"))).toBe(true);
  expect(painted.some((path) => path.startsWith("/images/"))).toBe(true);
});

test("a tap before the script has arrived takes effect when it runs", { tag: "@phone" }, async ({
  page,
}) => {
  const deliver = await holdResponses(page, SCRIPTS);
  await page.goto(await pathOfProduct("Kaieteur Gown"));
  const add = page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true });
  await add.click();
  await expect(add).toHaveAttribute("data-held", "");
  await expect(page.getByText("Please choose a size")).toBeHidden();
  deliver();
  await expect(page.getByText("Please choose a size").first()).toBeVisible();
  await expect(add).not.toHaveAttribute("data-held");
});

test("an email entered at checkout before the script has arrived stays", { tag: "@phone" }, async ({
  page,
}) => {
  const deliver = await holdResponses(page, SCRIPTS);
  await page.goto("/checkout", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("rosa@example.org");
  deliver();
  await scriptRuns(page);
  await expect(page.getByRole("main").getByText("Your cart is empty").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("rosa@example.org");
});

test("a visitor who browses, searches, fills the cart and writes to us gets no cookie", async ({
  page,
  context,
}) => {
  const stored = () =>
    page.evaluate(() =>
      [...Object.keys(localStorage), ...document.cookie.split(";")].filter(Boolean),
    );
  for (const path of ["/", "/shop", "/search?q=linen", "/measurement", "/contact"]) {
    await visit(page, path);
    expect(await context.cookies(), path).toEqual([]);
  }
  expect(await stored(), "before a product was seen").toEqual([]);
  await addToCart(page, "Kaieteur Gown", "M");
  for (const path of ["/cart", "/checkout", "/checkout/cancel", "/login"]) {
    await visit(page, path);
    expect(await context.cookies(), path).toEqual([]);
  }
  expect((await stored()).sort()).toEqual(["cart", "cart_changes", "recently-viewed"]);
});

/** TLS and HTTP/2, as in production. */
const secureTest = test.extend<{ front: SecureFront }>({
  front: async ({ shop }, use) => {
    const front = await startSecureFront(shop.url);
    await use(front);
    await front.close();
  },
  baseURL: ({ front }, use) => use(front.url),
  ignoreHTTPSErrors: true,
});

type ConnectedResponse = { path: string; protocol: string; connection: number };

/** From the network, with connections. */
async function connections(page: Page): Promise<ConnectedResponse[]> {
  const responses: ConnectedResponse[] = [];
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.responseReceived", ({ response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) return;
    responses.push({
      path: new URL(response.url).pathname,
      protocol: response.protocol ?? "",
      connection: response.connectionId,
    });
  });
  return responses;
}

secureTest(
  "opening a product and adding it to the cart uses one connection",
  async ({ page, front }) => {
    const responses = await connections(page);
    await openProduct(page, "Kaieteur Gown");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Size guide" }).click();
    await page.keyboard.press("Escape");
    await addToCart(page, "Kaieteur Gown", "XL");
    await expect(cartSidebar(page).getByText("15% off")).toBeVisible();
    await page.waitForLoadState("networkidle");

    const kinds = [/^\/product\//, /\.css$/, /\.woff2$/, /\.js$/, /\.avif$/, /^\/cart\//];
    for (const kind of kinds) expect(responses.some(({ path }) => kind.test(path))).toBe(true);
    expect(responses.filter(({ protocol }) => protocol !== "h2")).toEqual([]);
    expect(new Set(responses.map(({ connection }) => connection)).size).toBe(1);
    expect(front.usedConnections()).toBe(1);
  },
);
