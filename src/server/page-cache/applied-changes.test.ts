import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContentChange, ContentTag, ContentTags } from "#core/content-tag.ts";
import { productTags } from "#core/content-tag.ts";
import { AppliedChanges } from "./applied-changes.ts";

const TAGS: ContentTag[] = ["layout", "settings", "listing", ...productTags(["a", "b", "c"])];
const anyTags: fc.Arbitrary<ContentTags> = fc.oneof(
  { weight: 9, arbitrary: fc.subarray(TAGS, { minLength: 1 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

const touches = (change: ContentTags, page: ContentTags): boolean =>
  change === null || page === null || page.some((tag) => change.includes(tag));

function started(version = 10): AppliedChanges {
  const changes = new AppliedChanges();
  changes.drop(version);
  return changes;
}

test("a page is stale exactly when a later change shares a tag with it", () => {
  fc.assert(
    fc.property(fc.array(anyTags), fc.array(anyTags), anyTags, (earlier, later, page) => {
      const changes = started();
      let version = 10;
      for (const tags of earlier) changes.follow({ version: ++version, tags });
      const rendered = changes.generation;
      for (const tags of later) changes.follow({ version: ++version, tags });
      expect(changes.isCurrent(rendered, page)).toBe(!later.some((tags) => touches(tags, page)));
      expect(changes.version).toBe(version);
    }),
  );
});

/** In order; own changes come again, any time after their commit. */
const anyHistory = fc
  .array(fc.record({ tags: anyTags, isOwn: fc.boolean(), early: fc.nat({ max: 4 }) }), {
    maxLength: 12,
  })
  .map((writes) => {
    const all = writes.map(({ tags }, index): ContentChange => ({ version: 11 + index, tags }));
    const steps = all.map((change, at) => ({ at: at + 0.5, own: false, change }));
    const own = all.flatMap((change, index) => {
      const write = writes[index];
      return write?.isOwn ? [{ at: index - write.early, own: true, change }] : [];
    });
    return [...steps, ...own].toSorted((one, two) => one.at - two.at);
  });

test("own changes before or after their notifications make no change lost, and none stale that no change touches", () => {
  fc.assert(
    fc.property(anyHistory, anyTags, (steps, page) => {
      const changes = started();
      const rendered = changes.generation;
      const applied = new Set<number>();
      for (const { own, change } of steps) {
        if (own) changes.applyOwn(change);
        else changes.follow(change);
        applied.add(change.version);
        const touched = steps.some(
          (step) => applied.has(step.change.version) && touches(step.change.tags, page),
        );
        expect(changes.isCurrent(rendered, page)).toBe(!touched);
        for (let version = 11; version <= (changes.version ?? 0); version += 1) {
          expect(applied.has(version)).toBe(true);
        }
      }
    }),
  );
});

test("a missed notification makes everything stale, and what follows is precise again", () => {
  const changes = started();
  const before = changes.generation;
  changes.follow({ version: 12, tags: ["layout"] });
  expect(changes.isCurrent(before, productTags(["a"]))).toBe(false);
  const after = changes.generation;
  changes.follow({ version: 13, tags: ["layout"] });
  expect(changes.isCurrent(after, productTags(["a"]))).toBe(true);
  expect(changes.isCurrent(after, ["layout"])).toBe(false);
});

test("an own change that ran ahead does not hide that an earlier notification is missing", () => {
  const changes = started();
  changes.applyOwn({ version: 12, tags: ["layout"] });
  expect(changes.version).toBe(10);
  const before = changes.generation;
  changes.follow({ version: 12, tags: ["layout"] });
  expect(changes.version).toBe(12);
  expect(changes.isCurrent(before, ["settings"])).toBe(false);
});

test("more tags than are stored make everything stale once", () => {
  const changes = started();
  const before = changes.generation;
  for (let version = 11; version <= 10 + 250; version += 1) {
    const ids = Array.from({ length: 100 }, (_, index) => `${version}-${index}`);
    changes.follow({ version, tags: productTags(ids) });
  }
  expect(changes.isCurrent(before, ["layout"])).toBe(false);
});
