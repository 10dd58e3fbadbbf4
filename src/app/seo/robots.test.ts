import { expect, it } from "vitest";
import { robotsText } from "./robots-route.ts";

const publicUrl = "https://shop.example";

it("keeps crawlers out of what is a visitor's own, and shows them the sitemap", () => {
  const lines = robotsText({ publicUrl, indexing: true }).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  for (const path of ["/admin", "/checkout", "/cart", "/account", "/search"]) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
  expect(lines).toContain("Sitemap: https://shop.example/sitemap.xml");
  expect(lines.filter((line) => /^Disallow: \/(shop|product|images|$)$/.test(line))).toEqual([]);
});

it("keeps them out of everything where the owner wants not to be found", () => {
  expect(robotsText({ publicUrl, indexing: false })).toBe("User-agent: *\nDisallow: /\n");
});
