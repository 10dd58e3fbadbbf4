import { pathOfProduct } from "./shop/products.ts";

export type StorefrontPage = {
  /** A product stands in it by its name. */
  path: string;
  status: number;
  title: RegExp;
};

/** The page's path in the running test file's shop. */
export async function pathOfPage({ path }: StorefrontPage): Promise<string> {
  const [, name, rest = ""] = /^\/product\/([^/]* [^/]*)(\/.*)?$/.exec(path) ?? [];
  return name ? `${await pathOfProduct(name)}${rest}` : path;
}

const collectionPage = (slug: string, title: RegExp): StorefrontPage => ({
  path: `/collections/${slug}`,
  status: 200,
  title,
});

/** As the address of a private page ends in a browser in which its link was not pressed. */
const OF_NO_LINK = "0".repeat(32);

/** At least one page of each kind that a visitor can open, by subject. */
export const pagesOfEachKind: Readonly<Record<string, readonly StorefrontPage[]>> = {
  "the home page and the shop": [
    { path: "/", status: 200, title: /^Demerara Atelier \| High Fashion with a Conscience$/ },
    { path: "/shop", status: 200, title: /^Shop \|/ },
    { path: "/shop?gender=male&page=2", status: 200, title: /^Shop \|/ },
  ],
  "the collections": [
    collectionPage("business-attire", /^Business Attire \|/),
    collectionPage("womens-accessories", /^Women's Accessories \|/),
  ],
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
  "the pages of text": [
    { path: "/about", status: 200, title: /^About \|/ },
    { path: "/contact", status: 200, title: /^Contact \|/ },
    { path: "/shipping", status: 200, title: /^Shipping \|/ },
    { path: "/returns", status: 200, title: /^Returns \|/ },
    { path: "/made-to-measure", status: 200, title: /^Made to Measure \|/ },
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
  "New Dawn, cart and wishlist": [
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
    { path: "/checkout/confirm-email/nobody", status: 200, title: /^Confirm your email \|/ },
    { path: "/checkout/cancel", status: 200, title: /^Checkout Cancelled \|/ },
  ],
  "finding an order and the account": [
    { path: "/order-lookup", status: 200, title: /^Find your order \|/ },
    { path: "/login", status: 200, title: /^Admin login$/ },
    { path: "/auth", status: 200, title: /^Login \|/ },
    { path: "/auth?tab=create-account", status: 200, title: /^Create Account \|/ },
    { path: "/auth/forgot", status: 200, title: /^Forgot password \|/ },
    { path: "/auth/reset", status: 200, title: /^Choose a new password \|/ },
    { path: "/auth/verify", status: 200, title: /^Confirm your email \|/ },
    { path: "/sign-out", status: 200, title: /^Sign Out$/ },
  ],
  "what is not there": [
    { path: "/no-such-page", status: 404, title: /^Page Not Found$/ },
    { path: "/product/no-such-product", status: 404, title: /^Product Not Found$/ },
    { path: "/new-dawn/thank-you", status: 404, title: /^Your donation \|/ },
    { path: "/checkout/test-payment/cs_test_nobody", status: 404, title: /^Page Not Found$/ },
    { path: "/unsubscribe", status: 404, title: /^Mails \|/ },
    { path: `/store-credit/${OF_NO_LINK}`, status: 410, title: /^Your store credit$/ },
    {
      path: `/checkout/confirm-email/${OF_NO_LINK}`,
      status: 410,
      title: /^Confirm your email \|/,
    },
  ],
};

/** Pages that look like one of those. */
export const furtherPages: readonly StorefrontPage[] = [
  collectionPage("evening-elegance", /^Evening Elegance \|/),
  collectionPage("casual-luxury", /^Smart Casual \|/),
  collectionPage("lounge-wear", /^Lounge Wear \|/),
  collectionPage("seasonal-selection", /^Seasonal Selection \|/),
  collectionPage("mens-accessories", /^Men's Accessories \|/),
  collectionPage("accessories", /^Men's Accessories \|/),
  { path: "/collections/no-such-collection", status: 404, title: /^Page Not Found$/ },
  { path: "/products/no-such-product", status: 404, title: /^Product Not Found$/ },
  {
    path: "/product/0198f000-0000-7000-8000-000000000000",
    status: 404,
    title: /^Product Not Found$/,
  },
  { path: "/product/no-such-product/back-in-stock", status: 404, title: /^Product Not Found$/ },
  { path: "/product/no-such-product/made-to-measure", status: 404, title: /^Product Not Found$/ },
  { path: "/product/no-such-product/inquiry", status: 404, title: /^Product Not Found$/ },
  { path: `/contract/${OF_NO_LINK}`, status: 410, title: /^A change of your order$/ },
  { path: `/garment/${OF_NO_LINK}`, status: 410, title: /^How it fits$/ },
  // The filters that the page shows before its script runs.
  { path: "/shop?show=filters&size=M", status: 200, title: /^Shop \|/ },
];
