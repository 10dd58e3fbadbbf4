import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { openProduct, visit } from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const beside = (page: Page) => page.getByRole("region", { name: "Goes well with it" });
const viewed = (page: Page) => page.getByRole("region", { name: "Recently viewed" });
const remembered = (page: Page) =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem("recently-viewed") ?? "[]").map(
      (product: { name: string }) => product.name,
    ),
  );

async function openProducts(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await openProduct(page, name);
    await expect.poll(() => remembered(page)).toContain(name);
  }
}

test.describe("the breadcrumb", () => {
  test("of a product has home, its collection and itself on one line", { tag: "@phone" }, async ({
    page,
  }) => {
    await openProduct(page, "Kaieteur Gown");
    const trail = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(trail.getByRole("listitem")).toHaveText([
      "Home",
      "/Evening Elegance",
      "/Kaieteur Gown",
    ]);
    await expect(trail.getByText("Kaieteur Gown")).toHaveAttribute("aria-current", "page");
    const heights = await trail
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
    const line = await trail.boundingBox();
    expect(line?.height).toBeLessThan(60);
    await trail.getByRole("link", { name: "Evening Elegance" }).click();
    await expect(page).toHaveURL("/collections/evening-elegance");
  });
});

test.describe("the list of related products", () => {
  test("has four other products, loads when scrolled near, and shifts nothing", {
    tag: "@once-unsteady",
  }, async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/related")) requests.push(request.url());
    });
    await openProduct(page, "Kaieteur Gown");
    expect(requests).toEqual([]);
    await beside(page).scrollIntoViewIfNeeded();
    await expect(beside(page).getByRole("listitem")).toHaveCount(4);
    await expect(beside(page)).not.toContainText(/Gown|Dress/);
    await expect(beside(page).getByRole("listitem").first()).toContainText("$");
    expect(requests).toHaveLength(1);
    await expectAccessible(page);
    await onPhone(page, () => expectAccessible(page));
    const first = beside(page).getByRole("listitem").first();
    const name = await first.locator("span").nth(1).textContent();
    await first.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: name ?? "" })).toBeVisible();
  });

  test("is not there for a product that nothing completes", async ({ page }) => {
    await openProducts(page, "Silk Scarf", "Sunday Robe");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(viewed(page)).toBeVisible();
    await expect(page.getByText("Goes well with it")).toHaveCount(0);
  });

  test("becomes a link to the collection when the network fails", async ({ page, noise }) => {
    noise.expect(/Failed to load resource/);
    await page.route("**/related", (route) => route.abort());
    await openProduct(page, "Kaieteur Gown");
    await beside(page).scrollIntoViewIfNeeded();
    await expect(beside(page).locator(".animate-breathe")).toHaveCount(0);
    await beside(page).getByRole("link", { name: "More from Evening Elegance" }).click();
    await expect(page).toHaveURL("/collections/evening-elegance");
  });
});

test.describe("recently viewed products", () => {
  test("follow a product, newest first and without itself, and can be cleared", async ({
    page,
  }) => {
    await openProducts(page, "Kaieteur Gown", "Harvest Wool Coat", "Silk Scarf");
    await beside(page).scrollIntoViewIfNeeded();
    await expect(viewed(page).getByRole("listitem")).toHaveText([
      /^Harvest Wool Coat\$/,
      /^Kaieteur Gown\$1,250\.00$/,
    ]);
    await viewed(page).getByRole("button", { name: "Clear recently viewed pieces" }).click();
    await expect(viewed(page)).toHaveCount(0);
    await expect(page.getByText("Your recently viewed pieces are cleared.")).toBeFocused();
    expect(await remembered(page)).toEqual([]);
  });

  test("appear in an empty cart and beside an empty search", async ({ page }) => {
    await openProducts(page, "Kaieteur Gown");
    await visit(page, "/cart");
    await expect(viewed(page).getByRole("listitem")).toHaveText([/^Kaieteur Gown/]);
    await expectAccessible(page);
    for (const path of ["/search", "/search?q=zzqx"]) {
      await visit(page, path);
      await expect(viewed(page).getByRole("link", { name: /^Kaieteur Gown/ })).toBeVisible();
    }
  });

  test("that the shop no longer sells are not shown", async ({ page }) => {
    await visit(page, "/cart");
    await page.evaluate(() => {
      const id = "0198f000-0000-7000-8000-000000000000";
      const items = [{ id, name: "Gone with the wind", image: null }];
      localStorage.setItem("recently-viewed", JSON.stringify(items));
    });
    const responded = page.waitForResponse("**/shop/prices");
    await visit(page, "/cart");
    await (await responded).finished();
    await expect(page.getByRole("main").getByText("Your cart is empty")).toBeVisible();
    await expect(page.getByText("Gone with the wind")).toHaveCount(0);
  });

  test("are never sent to the shop", async ({ page }) => {
    await openProducts(page, "Kaieteur Gown", "Silk Scarf");
    const id = (await pathOfProduct("Kaieteur Gown")).split("/").at(-1) ?? "";
    const sent: string[] = [];
    page.on("request", (request) => {
      sent.push(`${request.url()} ${request.postData() ?? ""}`);
    });
    await visit(page, "/cart");
    await expect(viewed(page).getByRole("listitem")).toHaveCount(2);
    expect(id).not.toBe("");
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((text) => text.includes(id))).toEqual([]);
  });
});
