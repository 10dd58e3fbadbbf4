import type { APIRequestContext, APIResponse, Page, Response } from "@playwright/test";
import { expect } from "@playwright/test";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { htmlProblems } from "#tests/support/browser/html-rules.ts";
import { missingPageNoise } from "#tests/support/browser/page-noise.ts";
import { expectReadable, productPath, visit } from "#tests/support/browser/shop.ts";

type Route = { path: string; status: number; title: RegExp };

const collections = {
  "business-attire": /^Business Attire \|/,
  "evening-elegance": /^Evening Elegance \|/,
  "casual-luxury": /^Smart Casual \|/,
  "lounge-wear": /^Lounge Wear \|/,
  "seasonal-selection": /^Seasonal Selection \|/,
  "mens-accessories": /^Men's Accessories \|/,
  "womens-accessories": /^Women's Accessories \|/,
  accessories: /^Men's Accessories \|/,
};

const routes: Readonly<Record<string, readonly Route[]>> = {
  "the home page and the shop": [
    { path: "/", status: 200, title: /^Demerara Atelier \| High Fashion with a Conscience$/ },
    { path: "/shop", status: 200, title: /^Shop \|/ },
    { path: "/shop?gender=male&page=2", status: 200, title: /^Shop \|/ },
  ],
  "the collections": Object.entries(collections).map(([slug, title]) => ({
    path: `/collections/${slug}`,
    status: 200,
    title,
  })),
  "searching and filtering": [
    { path: "/catalog", status: 200, title: /^Product Catalog \|/ },
    { path: "/search", status: 200, title: /^Search \|/ },
    { path: "/search?q=linnen+shrit", status: 200, title: /^“linnen shrit” \| Search \|/ },
    { path: "/search?q=zzqx", status: 200, title: /^“zzqx” \| Search \|/ },
    { path: "/shop?gender=male&size=M&sort=name", status: 200, title: /^Shop \|/ },
  ],
  "a product": [
    { path: "/product/Kaieteur Gown", status: 200, title: /^Kaieteur Gown \|/ },
    {
      path: "/product/Kaieteur Gown/inquiry",
      status: 200,
      title: /^Contact Us for Purchase - Kaieteur Gown \|/,
    },
    {
      path: "/product/Kaieteur Gown/back-in-stock",
      status: 200,
      title: /^Tell me when it is back \|/,
    },
    {
      path: "/product/Kaieteur Gown/made-to-measure",
      status: 200,
      title: /^Kaieteur Gown, Made to Measure \|/,
    },
    { path: "/product/Kaieteur Gown/inquiry/sent", status: 200, title: /^Your inquiry \|/ },
  ],
  "the pages of words": [
    { path: "/about", status: 200, title: /^About \|/ },
    { path: "/contact", status: 200, title: /^Contact \|/ },
    { path: "/shipping", status: 200, title: /^Shipping \|/ },
    { path: "/returns", status: 200, title: /^Returns \|/ },
    { path: "/faq", status: 200, title: /^Frequently Asked Questions \|/ },
    { path: "/privacy", status: 200, title: /^Privacy Policy \|/ },
    { path: "/terms", status: 200, title: /^Terms of Service \|/ },
  ],
  measuring: [
    { path: "/measurement", status: 200, title: /^Get Measured \|/ },
    { path: "/measurement/size?chest=36&waist=30", status: 200, title: /^Find My Size \|/ },
    { path: "/measurement?step=2", status: 200, title: /^AI Measurement, Coming Soon \|/ },
    { path: "/measurement?step=3", status: 200, title: /^Size Chart and Find My Size \|/ },
  ],
  "New Dawn and what is kept": [
    // Specification 2.10
    { path: "/new-dawn", status: 200, title: /^New Dawn \|/ },
    { path: "/cart", status: 200, title: /^Your Cart \|/ },
    { path: "/wishlist", status: 200, title: /^Your Wishlist \|/ },
    { path: "/cart/simple", status: 200, title: /^Your Cart \|/ },
  ],
  paying: [
    { path: "/checkout", status: 200, title: /^Checkout \|/ },
    { path: "/checkout/success", status: 200, title: /^Your order \|/ },
    { path: "/checkout/success?session_id=cs_test_nobody", status: 200, title: /^Your order \|/ },
    { path: "/checkout/cancel", status: 200, title: /^Checkout Cancelled \|/ },
  ],
  "finding an order and the account": [
    { path: "/order-lookup", status: 200, title: /^Find your order \|/ },
    { path: "/login", status: 200, title: /^Admin login$/ },
    { path: "/auth", status: 200, title: /^Login \|/ },
    { path: "/auth?tab=create-account", status: 200, title: /^Create Account \|/ },
    { path: "/auth/forgot", status: 200, title: /^Forgot password \|/ },
    { path: "/auth/reset?token=nobody", status: 200, title: /^Choose a new password \|/ },
    { path: "/auth/verify?token=nobody", status: 200, title: /^Confirm your email \|/ },
    { path: "/sign-out", status: 200, title: /^Sign Out$/ },
  ],
  "what is not there": [
    { path: "/no-such-page", status: 404, title: /^Page Not Found$/ },
    { path: "/collections/no-such-collection", status: 404, title: /^Page Not Found$/ },
    { path: "/product/no-such-product", status: 404, title: /^Product Not Found$/ },
    { path: "/products/no-such-product", status: 404, title: /^Product Not Found$/ },
    {
      path: "/product/0198f000-0000-7000-8000-000000000000",
      status: 404,
      title: /^Product Not Found$/,
    },
    {
      path: "/product/no-such-product/back-in-stock",
      status: 404,
      title: /^Product Not Found$/,
    },
    {
      path: "/product/no-such-product/made-to-measure",
      status: 404,
      title: /^Product Not Found$/,
    },
    { path: "/product/no-such-product/inquiry", status: 404, title: /^Product Not Found$/ },
    { path: "/new-dawn/thank-you", status: 404, title: /^Your donation \|/ },
    { path: "/checkout/test-payment/cs_test_nobody", status: 404, title: /^Page Not Found$/ },
    { path: "/unsubscribe", status: 404, title: /^Mails \|/ },
  ],
};

async function addressOf(request: APIRequestContext, path: string): Promise<string> {
  const [, name, rest = ""] = /^\/product\/([^/]* [^/]*)(\/.*)?$/.exec(path) ?? [];
  return name ? `${await productPath(request, name)}${rest}` : path;
}

/** Valid HTML with a policy against foreign and inline scripts. */
async function expectSound(response: Response | APIResponse): Promise<void> {
  expect(await htmlProblems(await response.text(), "shop")).toEqual([]);
  const policy = response.headers()["content-security-policy"] ?? "";
  const scripts = policy.split("; ").find((part) => part.startsWith("script-src "));
  expect(scripts).toMatch(/^script-src 'self'( 'sha256-[^']+')*$/);
  expect(policy).toContain("frame-ancestors 'none'");
}

/** At both widths. */
async function expectSkipLinkFirst(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await onPhone(page, () => expect(skip).toBeInViewport());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
}

for (const [group, pages] of Object.entries(routes)) {
  // Specification 1.6, 2.17, 6.1
  test(`${group}: every page responds, is valid HTML, is accessible and fits the screen`, async ({
    page,
    noise,
  }) => {
    if (pages.some(({ status }) => status === 404)) noise.expect(missingPageNoise);
    test.setTimeout(120_000);
    for (const { path, status, title } of pages) {
      await test.step(`${path} responds with ${status}`, async () => {
        const response = await visit(page, await addressOf(page.request, path));
        expect(response?.status()).toBe(status);
        if (response) await expectSound(response);
        await expect(page).toHaveTitle(title);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expect(page.getByRole("main")).toHaveCount(1);
        await expectSkipLinkFirst(page);
        await expectReadable(page);
        await onPhone(page, () => expectReadable(page));
        await expectFitsEveryWidth(page);
      });
    }
  });
}

test("the filters that the page shows before its script runs are valid HTML", async ({
  request,
}) => {
  const response = await request.get("/shop?show=filters&size=M");
  expect(response.status()).toBe(200);
  await expectSound(response);
});
