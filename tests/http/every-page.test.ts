import { expect, test } from "vitest";
import { htmlProblems } from "#tests/support/browser/html-rules.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { furtherPages, pagesOfEachKind, pathOfPage } from "#tests/support/storefront-pages.ts";

const { visitor } = shopSuite();

const pages = Object.values(pagesOfEachKind).flat().concat(furtherPages);

// Specification 1.6, 2.17
test.each(pages)(
  "$path responds with $status, its title, valid HTML and a policy against foreign and inline scripts",
  async (page) => {
    const path = await pathOfPage(page);
    const { headers } = await visitor().request(path);
    const policy = headers.get("content-security-policy") ?? "";
    const scripts = policy.split("; ").find((part) => part.startsWith("script-src "));
    expect(scripts).toMatch(/^script-src 'self'( 'sha256-[^']+')*$/);
    expect(policy).toContain("frame-ancestors 'none'");
    const shown = await visitor().open(path);
    expect(shown.url.pathname + shown.url.search).toBe(path);
    expect(shown.status).toBe(page.status);
    expect(shown.document.title).toMatch(page.title);
    expect(await htmlProblems(shown.html, "shop")).toEqual([]);
    expect(shown.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(shown.getAllByRole("main")).toHaveLength(1);
  },
);
