import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { draftGarment, draftOnce } from "../draft-garment.server.ts";
import { createPatternPool } from "./pattern-pool.server.ts";

const patterns = createPatternPool();
afterAll(() => patterns.stop());

const FOR_SCREEN = { designs: ["simon"], measurements: MEASURED_MAN, fit: "regular" } as const;
const FOR_PAPER = { ...FOR_SCREEN, drawing: { seamAllowance: 10, dimensioned: true } } as const;

test("neither a redraw nor a draft that somebody awaits stands behind the drafts of the job", async () => {
  const first = await draftGarment({ patterns }, FOR_SCREEN);
  if (!first.ok) throw new Error(first.error.code);
  const { options } = first.value;
  const finished: string[] = [];
  const drafts = Array.from({ length: 6 }, async () => {
    const draft = await draftGarment({ patterns }, FOR_PAPER);
    finished.push("draft");
    return draft;
  });
  const redraw = await draftOnce(
    { patterns },
    { design: "simon", measurements: MEASURED_MAN, options },
  );
  const drawing = await draftGarment({ patterns }, FOR_SCREEN);
  const awaited = await draftGarment({ patterns }, { ...FOR_PAPER, isAwaited: true });
  expect([redraw.ok, drawing.ok, awaited.ok]).toEqual([true, true, true]);
  expect(finished.length).toBeLessThan(drafts.length);
  const drafted = await Promise.all(drafts);
  expect(drafted).toEqual(drafts.map(() => awaited));
});

/** A process that drafts, and the one in which it does. */
async function startDrafting(limitMs: number): Promise<{ shop: ChildProcess; drafting: number }> {
  const script = fileURLToPath(import.meta.resolve("#tests/support/drafting-shop.ts"));
  const shop = fork(script, [String(limitMs)]);
  await once(shop, "message");
  const [drafting, ...others] = descendants(shop.pid ?? 0).filter((pid) => pid !== shop.pid);
  if (drafting === undefined || others.length > 0) throw new Error("Not one process drafts.");
  return { shop, drafting };
}

test("a shop that is killed while it drafts leaves no process behind", async () => {
  const { drafting, shop } = await startDrafting(20_000);
  expect(isRunning(drafting)).toBe(true);
  shop.kill("SIGKILL");
  await expect.poll(() => isRunning(drafting), { timeout: 60_000 }).toBe(false);
});

test("a draft that gets no processor for a while is not cut off for it", async () => {
  const LIMIT_MS = 3_000;
  const { drafting, shop } = await startDrafting(LIMIT_MS);
  const next = once(shop, "message");
  process.kill(drafting, "SIGSTOP");
  const drafted: unknown[] = [];
  shop.on("message", (message) => drafted.push(message));
  await wait(LIMIT_MS + 1_000);
  process.kill(drafting, "SIGCONT");
  await next;
  await once(shop, "message");
  shop.kill("SIGKILL");
  expect(new Set(drafted)).toEqual(new Set(["drafted"]));
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
