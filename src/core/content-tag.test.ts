import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContentTag } from "./content-tag.ts";
import {
  formatTags,
  MAX_CONTENT_TAGS,
  parseContentChange,
  parseTags,
  productTags,
} from "./content-tag.ts";

const anyTag: fc.Arbitrary<ContentTag> = fc.oneof(
  fc.constantFrom<ContentTag[]>("layout", "settings", "listing"),
  fc.uuid().map((id) => `product:${id}` as const),
);

test("tags that were written are read again, each once", () => {
  fc.assert(
    fc.property(fc.array(anyTag, { minLength: 1, maxLength: MAX_CONTENT_TAGS }), (tags) => {
      expect(parseTags(formatTags(tags))).toEqual([...new Set(tags)]);
    }),
  );
});

test("a change with the most tags fits into a notification of Postgres", () => {
  const ids = Array.from(
    { length: MAX_CONTENT_TAGS },
    (_, index) => `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`,
  );
  expect(`${Number.MAX_SAFE_INTEGER} ${formatTags(productTags(ids))}`.length).toBeLessThan(8_000);
});

test("more tags than fit, no tags and unreadable tags stand for all content", () => {
  const ids = Array.from({ length: MAX_CONTENT_TAGS + 1 }, (_, index) => `${index}`);
  expect(formatTags(productTags(ids))).toBe("");
  expect(parseTags("")).toBeNull();
  expect(parseTags("listing,nonsense")).toBeNull();
  expect(parseContentChange("17")).toEqual({ version: 17, tags: null });
  expect(parseContentChange("17 layout")).toEqual({ version: 17, tags: ["layout"] });
});
