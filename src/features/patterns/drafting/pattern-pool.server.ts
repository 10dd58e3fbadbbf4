import type { ChildProcess, ForkOptions } from "node:child_process";
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { WorkerRequest, WorkerResponse } from "./draft-worker.server.ts";
import type { DraftJob, DraftRefusal, GarmentDraft } from "./garment-draft.ts";

/** Of processor time: the slowest body takes about 3 s. */
const TIMEOUT_MS = 20_000;
/** On a machine this busy the draft is made later. */
const MAX_ELAPSED_MS = 120_000;
/** FreeSewing needs about 80 MB. */
const MAX_HEAP_MB = 256;
const MAX_WAITING = 100;
/** A process without work gives its memory back. */
const IDLE_MS = 60_000;

type PoolOptions = {
  /** Of processor time, where the system tells it. */
  readonly timeoutMs?: number;
  readonly maxHeapMb?: number;
  /** Whether drafts leave the processor to the shop's pages; tests, which serve none, wait for their drafts. */
  readonly givesWay?: boolean;
};

type Waiting = {
  readonly job: DraftJob;
  readonly settle: (result: Result<GarmentDraft, DraftRefusal>) => void;
  readonly reject: (error: Error) => void;
};

/** Who waits: somebody at a slider for a redraw of 30 ms, somebody at a page for a draft, or nobody yet. */
const KINDS = ["redraw", "awaited", "background"] as const;
type Kind = (typeof KINDS)[number];

type Slot = {
  readonly kind: Kind;
  process: ChildProcess | null;
  running: Waiting | null;
  /** Of the running draft. */
  started: { readonly atMs: number; readonly processorMs: number } | null;
  timer: NodeJS.Timeout | null;
};

const kindOf = ({ fit, isAwaited }: DraftJob): Kind => {
  if (fit === null) return "redraw";
  return isAwaited ? "awaited" : "background";
};

/**
 * Drafts patterns in processes of their own, so that no draft holds up a page, and none holds up somebody who waits.
 * Threads of the shop would not do: those of V8 that collect garbage keep the shop's priority.
 */
export type PatternPool = {
  run(job: DraftJob): Promise<Result<GarmentDraft, DraftRefusal>>;
  /** Ends the processes; a running draft is "busy". */
  stop(): Promise<void>;
};

/** Node strips the types of its source; the bundle of the app has no file of it. */
const workerFile = () =>
  createRequire(import.meta.url).resolve("#features/patterns/drafting/draft-worker.server.ts");

let hasIdleClass: boolean | null = null;

/** Whether this machine can start a process in Linux's idle class, which gives way at once to each other one. */
function canRunIdle(): boolean {
  hasIdleClass ??= spawnSync("chrt", ["--idle", "0", "true"], { stdio: "ignore" }).status === 0;
  return hasIdleClass;
}

/** Linux may weigh sessions before processes: then a priority counts within its session only. */
function lowerSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // Not on this system.
  }
}

/** Linux counts in hundredths of a second, without those of its children. Null on other systems. */
function processorMsOf({ pid }: ChildProcess): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return null;
  }
}

/** A draft of the job uses what the storefront leaves; one that is awaited gives way to pages and is never starved. */
function startProcess(kind: Kind, maxHeapMb: number, givesWay: boolean): ChildProcess {
  const flags = [`--max-old-space-size=${maxHeapMb}`, "--disable-warning=ExperimentalWarning"];
  const isInBackground = givesWay && kind === "background";
  const isIdle = isInBackground && canRunIdle();
  const command: ForkOptions = isIdle
    ? { execPath: "chrt", execArgv: ["--idle", "0", process.execPath, ...flags] }
    : { execArgv: flags };
  const child = fork(workerFile(), [], {
    ...command,
    // A session of its own.
    detached: isInBackground,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // Its threads inherit the priority: it has none yet.
  if (child.pid && givesWay && kind === "awaited") {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
  if (child.pid && isInBackground) {
    if (!isIdle) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    lowerSession(child.pid);
  }
  return child;
}

class Pool implements PatternPool {
  readonly #slots: readonly Slot[];
  readonly #queue: Waiting[] = [];
  readonly #timeoutMs: number;
  readonly #maxHeapMb: number;
  readonly #givesWay: boolean;
  #nextId = 1;

  constructor(options: PoolOptions) {
    const { givesWay = true, maxHeapMb = MAX_HEAP_MB, timeoutMs = TIMEOUT_MS } = options;
    this.#slots = KINDS.map((kind) => ({
      kind,
      process: null,
      running: null,
      started: null,
      timer: null,
    }));
    this.#timeoutMs = timeoutMs;
    this.#maxHeapMb = maxHeapMb;
    this.#givesWay = givesWay;
  }

  run(job: DraftJob): Promise<Result<GarmentDraft, DraftRefusal>> {
    if (this.#queue.length >= MAX_WAITING) return Promise.resolve(fail({ code: "busy" }));
    return new Promise((settle, reject) => {
      this.#queue.push({ job, settle, reject });
      this.#advance();
    });
  }

  async stop(): Promise<void> {
    for (const { settle } of this.#queue.splice(0)) settle(fail({ code: "busy" }));
    const ending = this.#slots.map(async (slot) => {
      slot.running?.settle(fail({ code: "busy" }));
      await this.#discard(slot);
    });
    await Promise.all(ending);
  }

  #advance(): void {
    for (const slot of this.#slots) {
      if (slot.running) continue;
      const index = this.#queue.findIndex(({ job }) => kindOf(job) === slot.kind);
      const [next] = index === -1 ? [] : this.#queue.splice(index, 1);
      if (next) this.#start(slot, next);
    }
  }

  #start(slot: Slot, next: Waiting): void {
    slot.process ??= this.#startProcess(slot);
    slot.running = next;
    slot.started = { atMs: performance.now(), processorMs: processorMsOf(slot.process) ?? 0 };
    this.#limit(slot, this.#timeoutMs);
    hold(slot.process, true);
    slot.process.send({ id: this.#nextId, job: next.job } satisfies WorkerRequest);
    this.#nextId += 1;
  }

  /** Visitors come first, so a draft may wait for the processor; that is no fault of its body. */
  #limit(slot: Slot, leftMs: number): void {
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = setTimeout(() => {
      const { process: child, started } = slot;
      const processorMs = child && processorMsOf(child);
      if (!started || processorMs === null) return this.#end(slot, fail({ code: "timeout" }));
      const usedMs = processorMs - started.processorMs;
      if (usedMs >= this.#timeoutMs) this.#end(slot, fail({ code: "timeout" }));
      else if (performance.now() - started.atMs >= MAX_ELAPSED_MS) {
        this.#end(slot, fail({ code: "busy" }));
      } else this.#limit(slot, Math.max(1, this.#timeoutMs - usedMs));
    }, leftMs);
  }

  #startProcess(slot: Slot): ChildProcess {
    const child = startProcess(slot.kind, this.#maxHeapMb, this.#givesWay);
    child.on("message", (response: WorkerResponse) => {
      if (slot.process !== child) return;
      const { running } = slot;
      this.#rest(slot);
      if ("draft" in response) running?.settle(ok(response.draft));
      else running?.reject(new Error(response.error));
      this.#advance();
    });
    child.on("error", (error) => {
      if (slot.process !== child) return;
      slot.running?.reject(error);
      this.#end(slot, null);
    });
    child.on("exit", (code, signal) => {
      if (slot.process !== child) return;
      // V8 aborts at its limit.
      if (signal === "SIGABRT" || code === 134) this.#end(slot, fail({ code: "too-large" }));
      else {
        slot.running?.reject(new Error(`The drafting process ended: ${signal ?? code}.`));
        this.#end(slot, null);
      }
    });
    return child;
  }

  /** The process stays for the next draft, without holding the shop. */
  #rest(slot: Slot): void {
    slot.running = null;
    if (slot.process) hold(slot.process, false);
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = setTimeout(() => void this.#discard(slot), IDLE_MS).unref();
  }

  #end(slot: Slot, result: Result<GarmentDraft, DraftRefusal> | null): void {
    if (result) slot.running?.settle(result);
    void this.#discard(slot);
    this.#advance();
  }

  async #discard(slot: Slot): Promise<void> {
    const { process: child } = slot;
    if (slot.timer) clearTimeout(slot.timer);
    Object.assign(slot, { process: null, running: null, started: null, timer: null });
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    hold(child, true);
    child.kill("SIGKILL");
    await ended;
  }
}

/** Whether the shop's process waits for this one. */
function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref();
  else child.unref();
  if (isHeld) child.channel?.ref();
  else child.channel?.unref();
}

/** Starts nothing until the first draft. */
export function createPatternPool(options: PoolOptions = {}): PatternPool {
  return new Pool(options);
}
