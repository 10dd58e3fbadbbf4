import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "#tests/support/any-text.ts";
import { site } from "#tests/support/discovery/json-ld-fixtures.ts";
import type { PageDescription } from "./describe-page.server.ts";
import { renderHeadTags, shortened } from "./head-tags.ts";
import { jsonLdText } from "./json-ld.ts";

const page: PageDescription = {
  title: "Shop",
  description: "Cut by hand.",
  canonical: "https://shop.example/shop?page=2",
};

function contentOf(head: string, name: string): string | undefined {
  return new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
}

describe("what a served page says to machines", () => {
  // Specification 2.160
  it("obeys the owner's description and proves the shop the owner's on the home page", () => {
    const seo = { ...site.seo, description: "Sewn by hand", googleVerification: "abc-123" };
    const owned = { ...site, seo };
    const home = renderHeadTags({ ...page, title: null, description: null }, owned).head;
    expect(contentOf(home, "description")).toBe("Sewn by hand");
    expect(contentOf(home, "google-site-verification")).toBe("abc-123");
    expect(home).not.toContain("msvalidate.01");
    const other = renderHeadTags(page, owned).head;
    expect(contentOf(other, "description")).toBe("Cut by hand.");
    expect(other).not.toContain("google-site-verification");
  });

  it("is a description, a full card for shared links and, where there is a trail, the way to the page", () => {
    const { head, foot } = renderHeadTags(
      { ...page, trail: [{ label: "Home", to: "/" }, { label: "Shop" }] },
      site,
    );
    expect(contentOf(head, "description")).toBe("Cut by hand.");
    expect(contentOf(head, "og:title")).toBe("Shop");
    expect(contentOf(head, "og:url")).toBe(page.canonical);
    expect(contentOf(head, "og:image")).toBe("https://shop.example/social/house/0.jpg");
    expect([contentOf(head, "og:image:width"), contentOf(head, "og:image:height")]).toEqual([
      "1200",
      "630",
    ]);
    expect(contentOf(head, "twitter:card")).toBe("summary_large_image");
    expect(contentOf(head, "robots")).toBeUndefined();
    expect(foot).toContain('"item":"https://shop.example/shop?page=2"');
  });

  it("keeps a view without a place of its own, and a shop whose owner says so, out of every index", () => {
    const noindex = "noindex, follow";
    expect(contentOf(renderHeadTags({ ...page, indexed: false }, site).head, "robots")).toBe(
      noindex,
    );
    expect(
      contentOf(
        renderHeadTags(page, { ...site, seo: { ...site.seo, indexing: false } }).head,
        "robots",
      ),
    ).toBe(noindex);
  });

  it("names the home page by the shop and describes it by the owner's words", () => {
    const { head } = renderHeadTags({ ...page, title: null, description: null }, site);
    expect(contentOf(head, "og:title")).toBe("Demerara Atelier | High Fashion with a Conscience");
    expect(contentOf(head, "description")).toContain("Georgetown");
  });

  it("never lets a text out of the attribute or the element it stands in", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const title = `</script><!--"'><b>${text}`;
        const { head } = renderHeadTags({ ...page, title, description: title }, site);
        const inside = [...head.matchAll(/content="([^"]*)"/g)].map(([, content = ""]) => content);
        expect(inside.length).toBeGreaterThan(5);
        expect(inside.every((content) => !/[<>]/.test(content))).toBe(true);
        const data = jsonLdText([{ name: title }]);
        expect(data).not.toContain("<");
        expect(JSON.parse(data)["@graph"][0].name.toWellFormed()).toBe(title.toWellFormed());
      }),
    );
  });
});

describe("a description", () => {
  it("is one line, cut between words at the length a search engine shows", () => {
    const long = shortened(`Printed silk.\n${"Rolled by hand at the edge. ".repeat(12)}`);
    expect(long.length).toBeLessThanOrEqual(156);
    expect(long).toMatch(/^Printed silk\. Rolled .*[a-z.]…$/);
    expect(shortened("x".repeat(300))).toHaveLength(156);
    expect(shortened(" Short. ")).toBe("Short.");
  });
});
