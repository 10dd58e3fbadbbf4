import { beforeEach, expect, test, vi } from "vitest";
import { garmentCommandSchema } from "#features/garments/production/garment-command.ts";
import type { QueuedCommand } from "./garment-queue.browser.ts";

const GARMENT = "0190a5c2-7d6e-7c3a-9a51-4f6f1c2d3e4f";
const KEY = "atelier_queue";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

/** The queue of a page that finds these entries on its device. */
async function openQueue(entries: readonly QueuedCommand[] = []) {
  stored.set(KEY, JSON.stringify(entries));
  return import("./garment-queue.browser.ts");
}

let count = 0;

function step(to: string, more: Record<string, unknown> = {}): QueuedCommand["command"] {
  count += 1;
  const deviceEventId = `0190a5c2-7d6e-7c3a-9a51-${String(count).padStart(12, "0")}`;
  const rough = { kind: "move", garmentId: GARMENT, version: 1, to, deviceEventId, ...more };
  return garmentCommandSchema.parse(rough) as QueuedCommand["command"];
}

const refused = (command: QueuedCommand["command"], code: string): QueuedCommand => ({
  command,
  name: "Stabroek Suit",
  refusal: { ok: false, code, message: "There is no pattern." },
});

test("a step that is pressed again after its refusal is in the queue once", async () => {
  const { enqueueCommand, readQueue } = await openQueue([refused(step("finished"), "blocked")]);
  enqueueCommand({ command: step("finished"), name: "Stabroek Suit" });
  expect(readQueue()).toMatchObject([{ command: { to: "finished" }, refusal: null }]);
});

test("a refused step with minutes or a note stays beside the next one, because both would be lost", async () => {
  const { enqueueCommand, readQueue, removeSettled } = await openQueue([
    refused(step("finished", { minutes: 45 }), "blocked"),
    refused(step("finished", { note: "Left cuff" }), "blocked"),
  ]);
  enqueueCommand({ command: step("finished"), name: "Stabroek Suit" });
  removeSettled([{ id: GARMENT, stage: "finished" }]);
  expect(readQueue()).toHaveLength(3);
});

test("a refused step leaves with its cause, once the garment is where it led to", async () => {
  const { readQueue, removeSettled } = await openQueue([
    refused(step("pattern_ready"), "blocked"),
    refused(step("approved"), "blocked"),
  ]);
  removeSettled([{ id: GARMENT, stage: "checked" }]);
  expect(readQueue()).toHaveLength(2);
  removeSettled([{ id: GARMENT, stage: "pattern_ready" }]);
  expect(readQueue().map(({ command }) => "to" in command && command.to)).toEqual(["approved"]);
  removeSettled([{ id: GARMENT, stage: "cancelled" }]);
  expect(readQueue()).toEqual([]);
});

test("a step that somebody else's change refused waits for a person", async () => {
  const { readQueue, removeSettled } = await openQueue([refused(step("checked"), "conflict")]);
  removeSettled([{ id: GARMENT, stage: "checked" }]);
  expect(readQueue()).toHaveLength(1);
});

test("a tablet without a network asks every 15 seconds, and at once when the network returns", async () => {
  vi.useFakeTimers();
  const requests = vi.fn(async () => Promise.reject(new TypeError("no network")));
  const browser = new EventTarget();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("fetch", requests);
  try {
    const { enqueueCommand, keepQueueInStep, readOutcome, sendQueue } = await openQueue();
    keepQueueInStep();
    enqueueCommand({ command: step("checked"), name: "Stabroek Suit" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([requests.mock.calls.length, readOutcome()]).toEqual([1, "offline"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveBeenCalledTimes(5);
    browser.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(10);
    expect(requests).toHaveBeenCalledTimes(6);
    sendQueue();
    await vi.advanceTimersByTimeAsync(10);
    expect(requests).toHaveBeenCalledTimes(7);
  } finally {
    vi.useRealTimers();
  }
});
