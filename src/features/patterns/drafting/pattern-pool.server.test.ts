import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { draftGarment, draftOnce } from "./draft-garment.server.ts";
import type { DraftInput } from "./garment-draft.ts";
import { createPatternPool } from "./pattern-pool.server.ts";

const FOR_SCREEN = { designs: ["simon"], measurements: MEASURED_MAN, fit: "regular" } as const;
const FOR_PRINT = { ...FOR_SCREEN, drawing: { seamAllowance: 10, dimensioned: true } } as const;

test("neither a redraw nor a draft that somebody awaits stands behind the drafts of the job", async () => {
  const { drafting, first, patterns } = await startPool();
  const { options } = first;
  process.kill(drafting, "SIGSTOP");
  const drafts = [1, 2].map(() => draftGarment({ patterns }, FOR_PRINT));
  const exactly = { design: "simon", measurements: MEASURED_MAN, options } as const;
  const redraw = await draftOnce({ patterns }, exactly);
  const saved = await draftOnce({ patterns }, { ...exactly, drawing: FOR_PRINT.drawing });
  const drawing = await draftGarment({ patterns }, { ...FOR_SCREEN, awaitedBy: "tailor" });
  const awaited = await draftGarment({ patterns }, { ...FOR_PRINT, awaitedBy: "tailor" });
  expect([redraw, saved, drawing, awaited].map(({ ok }) => ok)).toEqual([true, true, true, true]);
  process.kill(drafting, "SIGCONT");
  expect(await Promise.all(drafts)).toEqual([awaited, awaited]);
});

const LIMIT_MS = 20_000;

/** A pool with the process in which it makes this kind of draft, those of the job by default, and its first draft. */
async function startPool(input: DraftInput = FOR_PRINT) {
  const patterns = createPatternPool({ givesWay: false, timeoutMs: LIMIT_MS });
  onTestFinished(() => patterns.stop());
  const before = new Set(descendants(process.pid));
  const first = await draftGarment({ patterns }, input);
  if (!first.ok) throw new Error(first.error.code);
  const [drafting, ...others] = descendants(process.pid).filter((pid) => !before.has(pid));
  if (drafting === undefined || others.length > 0) throw new Error("Not one process drafts.");
  return { drafting, first: first.value, patterns };
}

const BUSY = { ok: false, error: { code: "busy" } };

test("visitors who wait fill their own queue, and the drafts of tailors and of orders are made", async () => {
  const forVisitor = { ...FOR_SCREEN, awaitedBy: "visitor" } as const;
  const { drafting, patterns } = await startPool(forVisitor);
  process.kill(drafting, "SIGSTOP");
  const left = new AbortController();
  const visitors = Array.from({ length: 22 }, () =>
    draftGarment({ patterns }, forVisitor, left.signal),
  );
  expect(await visitors.at(-1)).toEqual(BUSY);
  const tailor = draftGarment({ patterns }, { ...FOR_PRINT, awaitedBy: "tailor" });
  const order = draftGarment({ patterns }, FOR_PRINT);
  expect(await tailor).toMatchObject({ ok: true });
  expect(await order).toEqual(await tailor);
  left.abort();
  process.kill(drafting, "SIGCONT");
  const drawn = await Promise.all(visitors);
  expect(drawn.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a visitor's draft lets the draft of an order go first, for a while", async () => {
  const { drafting, patterns } = await startPool();
  process.kill(drafting, "SIGSTOP");
  const order = draftGarment({ patterns }, FOR_PRINT);
  const visitor = await draftGarment({ patterns }, { ...FOR_SCREEN, awaitedBy: "visitor" });
  expect(visitor, "the order takes too long").toMatchObject({ ok: true });
  const after = draftGarment({ patterns }, { ...FOR_SCREEN, awaitedBy: "visitor" });
  process.kill(drafting, "SIGCONT");
  expect(await order).toMatchObject({ ok: true });
  expect(await after).toEqual(visitor);
});

test("for a visitor who has left nothing is drafted any more", async () => {
  const forVisitor = { ...FOR_SCREEN, awaitedBy: "visitor" } as const;
  const { drafting, patterns } = await startPool(forVisitor);
  process.kill(drafting, "SIGSTOP");
  const left = new AbortController();
  const inProgress = draftGarment({ patterns }, forVisitor);
  const waiting = draftGarment({ patterns }, forVisitor, left.signal);
  left.abort();
  process.kill(drafting, "SIGCONT");
  expect(await inProgress).toMatchObject({ ok: true });
  expect(await waiting).toEqual(BUSY);
  expect(await draftGarment({ patterns }, forVisitor, left.signal)).toEqual(BUSY);
});

/** A process that drafts, and the one in which it does. */
async function startDrafting(): Promise<{ shop: ChildProcess; drafting: number }> {
  const script = fileURLToPath(import.meta.resolve("#tests/support/drafting-shop.ts"));
  const shop = fork(script);
  await once(shop, "message");
  const [drafting, ...others] = descendants(shop.pid ?? 0).filter((pid) => pid !== shop.pid);
  if (drafting === undefined || others.length > 0) throw new Error("Not one process drafts.");
  return { shop, drafting };
}

test("a shop that is killed while it drafts leaves no process behind", async () => {
  const { drafting, shop } = await startDrafting();
  expect(isRunning(drafting)).toBe(true);
  shop.kill("SIGKILL");
  await expect.poll(() => isRunning(drafting), { timeout: 60_000 }).toBe(false);
});

test("a draft that gets no processor for a while is not cut off for it", async () => {
  const { drafting, first, patterns } = await startPool();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  process.kill(drafting, "SIGSTOP");
  const stopped = draftGarment({ patterns }, FOR_PRINT);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2 * LIMIT_MS);
  expect(vi.getTimerCount(), "the draft is given another limit").toBe(1);
  process.kill(drafting, "SIGCONT");
  expect(await stopped).toEqual({ ok: true, value: first });
});

test("a process that is killed fails its own draft, and the waiting one is made by another process", async () => {
  const { drafting, first, patterns } = await startPool();
  process.kill(drafting, "SIGSTOP");
  const failed = draftGarment({ patterns }, FOR_PRINT);
  const waiting = draftGarment({ patterns }, FOR_PRINT);
  process.kill(drafting, "SIGKILL");
  await expect(failed).rejects.toThrow("The drafting process ended: SIGKILL.");
  expect(await waiting).toEqual({ ok: true, value: first });
});

test("of 102 drafts one is made, a hundred wait and the last is refused as busy; a stop refuses them all", async () => {
  const { drafting, patterns } = await startPool();
  process.kill(drafting, "SIGSTOP");
  const drafts = Array.from({ length: 102 }, () => draftGarment({ patterns }, FOR_PRINT));
  const busy = { ok: false, error: { code: "busy" } };
  expect(await drafts.at(-1)).toEqual(busy);
  await patterns.stop();
  expect(isRunning(drafting)).toBe(false);
  expect(await Promise.all(drafts)).toEqual(drafts.map(() => busy));
  expect(await draftGarment({ patterns }, FOR_PRINT)).toEqual(busy);
});

test("a process without work ends after a minute, and the next draft has another one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { drafting, first, patterns } = await startPool();
  vi.advanceTimersByTime(59_000);
  expect(isRunning(drafting)).toBe(true);
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await expect.poll(() => isRunning(drafting)).toBe(false);
  expect(await draftGarment({ patterns }, FOR_PRINT)).toEqual({ ok: true, value: first });
});

/** Linux's number of the idle class, the 41st field of a process. */
const SCHED_IDLE = "5";

function hasLowestPriority(pid: number): boolean {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return fields[38] === SCHED_IDLE || getPriority(pid) === constants.priority.PRIORITY_LOW;
}

/** Begins a draft as the shop does, waits until its one process is as told, and stops the pool. */
async function expectOfProcess(input: DraftInput, isRight: (pid: number) => boolean) {
  const patterns = createPatternPool();
  const before = new Set(descendants(process.pid));
  const drafted = draftGarment({ patterns }, input);
  const started = () => descendants(process.pid).filter((pid) => !before.has(pid));
  await expect.poll(() => started().length).toBe(1);
  await expect.poll(() => started().every(isRight)).toBe(true);
  await patterns.stop();
  expect(await drafted).toMatchObject({ error: { code: "busy" } });
}

test("a draft that nobody awaits uses what everything else leaves of the processor", async () => {
  await expectOfProcess(FOR_PRINT, hasLowestPriority);
});

test("a tailor's draft gets as much of the processor as a page, and a visitor's gets less", async () => {
  const own = getPriority();
  await expectOfProcess({ ...FOR_PRINT, awaitedBy: "tailor" }, (pid) => getPriority(pid) === own);
  await expectOfProcess({ ...FOR_PRINT, awaitedBy: "visitor" }, (pid) => getPriority(pid) > own);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
