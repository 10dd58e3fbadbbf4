import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test as shopTest } from "#tests/support/browser/fixtures.ts";
import { addToCart, cartSidebar, openProduct } from "#tests/support/browser/shop.ts";
import type { SecureFront } from "#tests/support/secure-front.ts";
import { startSecureFront } from "#tests/support/secure-front.ts";

/** TLS and HTTP/2, as in production. */
const test = shopTest.extend<{ front: SecureFront }>({
  front: async ({ shop }, use) => {
    const front = await startSecureFront(shop.url);
    await use(front);
    await front.close();
  },
  baseURL: ({ front }, use) => use(front.url),
  ignoreHTTPSErrors: true,
});

// An earlier visit's cache hides requests.
test.use({ reuseContext: false });

type ShopResponse = { path: string; protocol: string; connection: number };

/** From the network, with connections. */
async function connections(page: Page): Promise<ShopResponse[]> {
  const responses: ShopResponse[] = [];
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

test("opening a product and adding it to the cart uses one connection", async ({ page, front }) => {
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
});
