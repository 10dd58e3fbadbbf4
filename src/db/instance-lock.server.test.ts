import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireInstanceLock, tryInstanceLock } from "./instance-lock.server.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atelier-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Collects what nobody refers to. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round += 1) {
    await nextTurn();
    collect();
  }
}

test("a lock is held until the process ends, also when whoever took it keeps nothing of it", async () => {
  await acquireInstanceLock(folder);
  await collectGarbage();
  expect(tryInstanceLock(folder)).toBeNull();
});

test("a released lock is free for the next copy", async () => {
  const lock = await acquireInstanceLock(folder);
  lock.release();
  const next = tryInstanceLock(folder);
  expect(next).not.toBeNull();
  next?.release();
});
