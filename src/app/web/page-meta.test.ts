import { expect, it } from "vitest";
import { pageMeta } from "./page-meta.ts";

const general = {
  siteName: "Demerara Atelier",
  siteDescription: "",
  contactEmail: "",
  contactPhone: "",
  address: "",
};
const matches = [
  {},
  { loaderData: { shell: { general, titlePattern: "{page} | {site}" } } },
] as const;
const canonical = "https://shop.example/shop?page=2";

it("names the page before the shop, and the home page by the shop and its promise", () => {
  expect(pageMeta({ matches, loaderData: { head: { title: "Shop", canonical } } })).toEqual([
    { title: "Shop | Demerara Atelier" },
    { tagName: "link", rel: "canonical", href: canonical },
  ]);
  expect(pageMeta({ matches, loaderData: { head: { title: null, canonical } } })).toContainEqual({
    title: "Demerara Atelier | High Fashion with a Conscience",
  });
});

it("names no address for a view that has none, and nothing at all for a page that failed", () => {
  expect(pageMeta({ matches, loaderData: { head: { title: "Shop", canonical: null } } })).toEqual([
    { title: "Shop | Demerara Atelier" },
  ]);
  expect(pageMeta({ matches, loaderData: undefined })).toEqual([]);
});

// Specification 2.160
it("puts the page's name into the owner's pattern as it is, whatever it holds", () => {
  const loaderData = { shell: { general, titlePattern: "{site}: {page}{other}" } };
  expect(
    pageMeta({
      matches: [{}, { loaderData }],
      loaderData: { head: { title: "$& {site}", canonical } },
    })[0],
  ).toEqual({ title: "Demerara Atelier: $& {site}{other}" });
});
