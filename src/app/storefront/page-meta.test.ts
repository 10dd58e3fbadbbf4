import { expect, it } from "vitest";
import { pageMeta } from "./page-meta.ts";

const page = {
  description: "Cut by hand.",
  siteName: "Demerara Atelier",
  canonical: "https://shop.example/shop?page=2",
};

it("names the page before the shop, and the home page by the shop and its promise", () => {
  expect(pageMeta({ ...page, title: "Shop", image: null })).toContainEqual({
    title: "Shop | Demerara Atelier",
  });
  expect(pageMeta({ ...page, title: null, image: null })).toContainEqual({
    title: "Demerara Atelier | High Fashion with a Conscience",
  });
});

it("shares a picture by its full address, and none where there is none", () => {
  const image = { id: "0198f000-0000-7000-8000-000000000000", alt: "Silk" };
  expect(pageMeta({ ...page, title: "Shop", image })).toContainEqual({
    property: "og:image",
    content: "https://shop.example/images/0198f000-0000-7000-8000-000000000000/1200.jpg",
  });
  const words = JSON.stringify(pageMeta({ ...page, title: "Shop", image: null }));
  expect(words).not.toContain("og:image");
});
