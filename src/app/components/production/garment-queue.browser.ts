import type { GarmentStage } from "#features/garments/garment/garment.ts";
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
/** Characters; browsers refuse more than 64 KiB that outlives its page. */
const MAX_KEEPALIVE_BYTES = 30_000;

const MAX_WAIT_MS = 20_000;
/** As the sync route takes at once. */
const BATCH = 20;

const { notify, subscribe } = createListeners(() => {
  cached = null;
  notify();
});

export { subscribe as subscribeQueue };

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

/** Adds a change; it survives a reload and a closed tab. False where the browser stores nothing. */
export function enqueueCommand(entry: Omit<QueuedCommand, "refusal">): boolean {
  return writeQueue([...readQueue(), { ...entry, refusal: null }]);
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
}

export type FlushOutcome = "sent" | "nothing" | "offline" | "signed_out" | "failed";

let running: Promise<FlushOutcome> | null = null;

/** Sends what waits, in its order; repeated sending is harmless, because each change has its own id. */
export function flushQueue(): Promise<FlushOutcome> {
  running ??= flush().finally(() => {
    running = null;
  });
  return running;
}

async function flush(): Promise<FlushOutcome> {
  let outcome: FlushOutcome = "nothing";
  for (;;) {
    const waiting = readQueue()
      .filter(({ refusal }) => refusal === null)
      .slice(0, BATCH);
    if (waiting.length === 0) return outcome;
    const sent = await send(waiting);
    if (typeof sent === "string") return sent;
    const results = new Map(
      waiting.map(({ command }, index) => [command.deviceEventId, sent[index] ?? null]),
    );
    // Read again: another change may have been added meanwhile.
    cached = null;
    writeQueue(
      readQueue().flatMap((each) => {
        const result = results.get(each.command.deviceEventId);
        if (!result) return [each];
        return result.ok ? [] : [{ ...each, refusal: result }];
      }),
    );
    outcome = "sent";
  }
}

async function send(
  waiting: readonly QueuedCommand[],
): Promise<readonly SyncResult[] | "offline" | "signed_out" | "failed"> {
  try {
    const body = JSON.stringify({ commands: waiting.map(({ command }) => command) });
    const response = await fetch(SYNC_PATH, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(MAX_WAIT_MS),
      headers: { "content-type": "application/json" },
      // Leaving the page does not take it back.
      keepalive: body.length < MAX_KEEPALIVE_BYTES,
      body,
    });
    if (response.type === "opaqueredirect" || response.status === 401) return "signed_out";
    if (!response.ok) return "failed";
    const { results }: { results: SyncResult[] } = await response.json();
    return results;
  } catch {
    return "offline";
  }
}

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

/** At sign-out: the pages that were stored for offline work. What still waits to be sent stays. */
export function forgetProductionPages(): void {
  if (typeof caches !== "undefined") void caches.delete(PRODUCTION_CACHE).catch(() => undefined);
}
