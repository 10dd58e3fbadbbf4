import { expect, test } from "vitest";
import { createFreshness } from "./freshness.ts";
import { memoizeUntilInvalidated } from "./memoize-until-invalidated.ts";

function reading() {
  const freshness = createFreshness();
  let content = 1;
  let reads = 0;
  const get = memoizeUntilInvalidated(freshness, null, async () => {
    reads += 1;
    return content;
  });
  return {
    freshness,
    get,
    reads: () => reads,
    change(version: number) {
      content = version;
      freshness.changes.drop(version);
    },
  };
}

const LONG_MS = 3_600_000;

test("what has not changed is read once", async () => {
  const { freshness, get, reads } = reading();
  freshness.confirm(1, performance.now() + LONG_MS);
  for (let time = 0; time < 5; time += 1) expect(await get()).toBe(1);
  expect(reads()).toBe(1);
});

test("the first reading after a change is the new one", async () => {
  const { freshness, get, change } = reading();
  freshness.confirm(1, performance.now() + LONG_MS);
  await get();
  change(2);
  expect(await get()).toBe(2);
});

test("while nothing is sure it is read every time", async () => {
  const { freshness, get, reads } = reading();
  freshness.confirm(1, performance.now() + LONG_MS);
  await get();
  freshness.setStale();
  await get();
  await get();
  expect(reads()).toBe(3);
});

test("a reading that a change overtook is not kept", async () => {
  const freshness = createFreshness();
  freshness.confirm(1, performance.now() + LONG_MS);
  let content = "old";
  const get = memoizeUntilInvalidated(freshness, null, async () => {
    const read = content;
    if (content === "old") {
      content = "new";
      freshness.changes.drop(2);
    }
    return read;
  });
  await get();
  expect(await get()).toBe("new");
});

test("while reading fails the last value stays, and the first one that fails is an error", async () => {
  const freshness = createFreshness();
  let fails = true;
  const get = memoizeUntilInvalidated(freshness, null, async () => {
    if (fails) throw new Error("The database does not respond");
    return "Demerara Atelier";
  });
  await expect(get()).rejects.toThrow("does not respond");
  fails = false;
  expect(await get()).toBe("Demerara Atelier");
  fails = true;
  freshness.changes.drop(2);
  expect(await get()).toBe("Demerara Atelier");
});
