import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageWindow } from "./pagination.tsx";

describe("the pages a pager shows", () => {
  it("shows every page when there are few", () => {
    expect(pageWindow(2, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it("stands a gap for pages far from the current one", () => {
    expect(pageWindow(10, 20)).toEqual([1, "gap-before", 9, 10, 11, "gap-after", 20]);
  });

  it("shows nothing when there is no page", () => {
    expect(pageWindow(1, 0)).toEqual([]);
  });

  it("treats a page out of range as the nearest one", () => {
    expect(pageWindow(99, 20)).toEqual(pageWindow(20, 20));
    expect(pageWindow(-4, 20)).toEqual(pageWindow(1, 20));
  });

  it("always holds the first, the last and the current page, in rising order, and a gap hides two or more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
        const [page, pageCount] = a <= b ? [a, b] : [b, a];
        const entries = pageWindow(page, pageCount);
        const pages = entries.filter((entry) => typeof entry === "number");
        expect(pages[0]).toBe(1);
        expect(pages.at(-1)).toBe(pageCount);
        expect(pages).toContain(page);
        for (const [index, entry] of entries.entries()) {
          const before = entries[index - 1];
          const after = entries[index + 1];
          if (typeof entry === "number" && typeof before === "number") {
            expect(entry).toBe(before + 1);
          }
          if (
            typeof entry === "string" &&
            typeof before === "number" &&
            typeof after === "number"
          ) {
            expect(after - before).toBeGreaterThan(2);
          }
        }
      }),
    );
  });
});
