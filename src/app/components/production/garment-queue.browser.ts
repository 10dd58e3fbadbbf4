import type { SyncOutcome } from "#app/web/create-sync.browser.ts";
import { createSync } from "#app/web/create-sync.browser.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { hasReached, isInWork } from "#features/garments/garment/garment.ts";
import type { GarmentCommand } from "#features/garments/production/garment-command.ts";
import { createListeners, readStoredJson, writeStored } from "#ui/browser-storage.ts";
import { PRODUCTION_CACHE } from "./production-cache.ts";

/** What the shop answered about one command. */
export type SyncResult =
  | { ok: true }
  | {
      ok: false;
      code: string;
      message: string;
      current?: { stage: GarmentStage; version: number; by: string; at: string | Date };
    };

export type QueuedCommand = {
  command: GarmentCommand & { deviceEventId: string };
  /** Of the garment, for lists. */
  name: string;
  /** Set when the shop refused it: it waits for a person. */
  refusal: Extract<SyncResult, { ok: false }> | null;
};

const KEY = "atelier_queue";
const SYNC_PATH = "/admin/atelier/production/sync";
const RETRY_MS = 15_000;
/** So many commands the sync route receives at once. */
const BATCH = 20;

const { notify, subscribe } = createListeners(() => {
  cached = null;
  notify();
});

export { subscribe as subscribeQueue };

/** New and replaced changes alone, of any tab, so that the outcome of a request begins no other. */
const additions = createListeners(() => {
  cached = null;
  additions.notify();
});

let cached: readonly QueuedCommand[] | null = null;
const EMPTY: readonly QueuedCommand[] = [];

/** What waits on this device, oldest first. It holds no measurement. */
export function readQueue(): readonly QueuedCommand[] {
  if (cached) return cached;
  const stored = readStoredJson(KEY);
  cached = Array.isArray(stored) ? (stored as QueuedCommand[]) : EMPTY;
  return cached;
}

function writeQueue(queue: readonly QueuedCommand[]): boolean {
  const isWritten = writeStored(KEY, queue.length === 0 ? null : JSON.stringify(queue));
  cached = queue;
  notify();
  return isWritten;
}

/** The changes of a garment in this version that are not part of it yet. */
export const changesOf = (pending: readonly QueuedCommand[], id: string, version: number) =>
  pending.filter(
    ({ command, refusal }) =>
      command.garmentId === id && refusal === null && command.version >= version,
  );

/** Later changes of a garment expect the versions that earlier ones of the same device give it. */
export function versionAfter(pending: readonly QueuedCommand[], id: string, version: number) {
  const earlier = changesOf(pending, id, version).filter(
    ({ command: { kind } }) => kind === "move" || kind === "assign",
  );
  return version + earlier.length;
}

/** Whether a refused step says nothing that would be lost with it. */
function isRefusedStep({ command, refusal }: QueuedCommand): boolean {
  return (
    refusal !== null && command.kind === "move" && command.note === "" && command.minutes === null
  );
}

/** Whether it is the same refused step of the same garment, so that the newer one says all that the earlier one did. */
const isRepeated = (earlier: QueuedCommand, { command }: Pick<QueuedCommand, "command">) =>
  isRefusedStep(earlier) &&
  earlier.command.kind === "move" &&
  command.kind === "move" &&
  earlier.command.garmentId === command.garmentId &&
  earlier.command.to === command.to;

/**
 * Adds a change; it survives a reload and a closed tab. A step that is pressed again replaces the refused one. False where the
 * browser stores nothing.
 */
export function enqueueCommand(entry: Omit<QueuedCommand, "refusal">): boolean {
  const others = readQueue().filter((each) => !isRepeated(each, entry));
  const isWritten = writeQueue([...others, { ...entry, refusal: null }]);
  additions.notify();
  return isWritten;
}

/** What the shop refuses of a garment that nobody else changed. */
const OWN_REFUSALS = ["blocked", "findings_open", "shortage", "atelier_only", "not_possible"];

/** Whether the same step may succeed later, once its cause is gone. */
export const isRepeatable = ({ code }: { code: string }): boolean => OWN_REFUSALS.includes(code);

/** Whether a refused step has no cause any more: the garment, as the shop has it now, is there or beyond, or nobody works on it. */
function isSettled(entry: QueuedCommand, { stage }: { stage: GarmentStage }): boolean {
  const { command, refusal } = entry;
  if (!isRefusedStep(entry) || command.kind !== "move") return false;
  if (!refusal || !isRepeatable(refusal)) return false;
  return !isInWork(stage) || hasReached(stage, command.to);
}

/** Removes refused steps of these garments whose cause is gone; a step back stays until a person removes it. */
export function removeSettled(garments: readonly { id: string; stage: GarmentStage }[]): void {
  const before = readQueue();
  const open = before.filter((entry) => {
    const garment = garments.find(({ id }) => id === entry.command.garmentId);
    return !garment || !isSettled(entry, garment);
  });
  if (open.length < before.length) writeQueue(open);
}

export function removeQueued(deviceEventId: string): void {
  writeQueue(readQueue().filter(({ command }) => command.deviceEventId !== deviceEventId));
}

/** Sends a refused change once more, as another command. */
export function replaceQueued(deviceEventId: string, command: QueuedCommand["command"]): void {
  writeQueue(
    readQueue().map((each) =>
      each.command.deviceEventId === deviceEventId ? { ...each, command, refusal: null } : each,
    ),
  );
  additions.notify();
}

let outcome: SyncOutcome | null = null;

/** What became of the newest request; null before the first. */
export const readOutcome = (): SyncOutcome | null => outcome;

let received: readonly QueuedCommand[] = EMPTY;

/** What the shop has stored or refused since the page loaded its data. */
export const readReceived = (): readonly QueuedCommand[] => received;

/** The page has loaded what became of these. */
export function forgetReceived(shown: readonly QueuedCommand[]): void {
  received = received.filter((each) => !shown.includes(each));
  notify();
}

const waitingCommands = () => readQueue().filter(({ refusal }) => refusal === null);

function applyResults({ results }: { results: readonly SyncResult[] }, sent: readonly string[]) {
  const resultOf = new Map(sent.map((deviceEventId, index) => [deviceEventId, results[index]]));
  // Read again: another change may have been added meanwhile.
  cached = null;
  const before = readQueue();
  const resultFor = ({ command }: QueuedCommand) => resultOf.get(command.deviceEventId);
  received = [...received, ...before.filter((each) => resultFor(each) !== undefined)];
  writeQueue(
    before.flatMap((each) => {
      const result = resultFor(each);
      if (!result) return [each];
      return result.ok ? [] : [{ ...each, refusal: result }];
    }),
  );
}

const queueSync = createSync<readonly string[], { results: readonly SyncResult[] }>({
  url: SYNC_PATH,
  read: () => {
    const commands = waitingCommands()
      .slice(0, BATCH)
      .map(({ command }) => command);
    const sent = commands.map(({ deviceEventId }) => deviceEventId);
    return sent.length === 0 ? null : { sent, body: { commands } };
  },
  apply: applyResults,
  hasUnsent: () => waitingCommands().length > 0,
  subscribe: additions.subscribe,
  // The pages that have a queue are only for those who are signed in.
  isSignedIn: () => true,
  onOutcome: (newest) => {
    outcome = newest;
    notify();
  },
  // Others in the atelier wait for what this tablet did.
  retryMs: [RETRY_MS],
});

/** Sends what waits, now and whenever there is a network. */
export const keepQueueInStep = queueSync.keepInStep;

/** Sends what waits, in its order; repeated sending is harmless, because each change has its own id. */
export const sendQueue = queueSync.send;

/** Makes these pages open without a network. Only where the browser can, and only for these pages. */
export function registerProductionWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const options = { scope: "/admin/atelier/production" };
  const register = async () => {
    await navigator.serviceWorker.register("/admin/atelier/production/worker.js", options);
    const { active } = await navigator.serviceWorker.ready;
    // The first visit loaded its files before the worker ran.
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith("/assets/"));
    active?.postMessage([location.pathname + location.search, ...files]);
  };
  void register().catch(() => undefined);
}

/** Removes the pages that were stored for offline work, at a sign-out. What still waits to be sent stays. */
export function forgetProductionPages(): void {
  if (typeof caches !== "undefined") void caches.delete(PRODUCTION_CACHE).catch(() => undefined);
}
