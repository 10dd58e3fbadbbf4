import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import PQueue from "p-queue";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { NestJob, Nests } from "#features/patterns/nesting/nest-job.ts";
import type { WorkerJob, WorkerResponse } from "./draft-worker.server.ts";
import type { DraftingPriority } from "./drafting-process.server.ts";
import {
  endProcess,
  holdShopFor,
  processorMsOf,
  startDraftingProcess,
} from "./drafting-process.server.ts";
import type { DraftJob, DraftRefusal, GarmentDraft } from "./garment-draft.ts";

/** The most processor time of a draft: the slowest body takes about 3 s. */
const TIMEOUT_MS = 20_000;
/** On a machine this busy the draft is made later. */
const MAX_ELAPSED_MS = 120_000;
/** FreeSewing needs about 80 MB. */
const MAX_HEAP_MB = 256;
/** A process without work gives its memory back. */
const IDLE_MS = 60_000;

type PoolOptions = {
  /** Of processor time, where the system tells it. */
  readonly timeoutMs?: number;
  readonly maxHeapMb?: number;
  /** Whether drafts leave the processor to the shop's pages; tests, which serve none, wait for their drafts. */
  readonly givesWay?: boolean;
};

type DraftResult = Result<GarmentDraft, DraftRefusal>;
type WorkerSuccess = Exclude<WorkerResponse, { error: string }>;
type WorkerResult = Result<WorkerSuccess, DraftRefusal>;

type Share = {
  readonly priority: DraftingPriority;
  /** Drafts that have not begun; one more is refused as busy. */
  readonly maxWaiting: number;
};

/**
 * Who waits: a tailor at a slider for a redraw of 30 ms, a tailor or a visitor at a page for a draft, or nobody yet, for the order of
 * a customer. Each has a process and a queue of its own, so that no number of visitors holds up a tailor or an order. A tailor's
 * process counts like one of the shop's, because beside a busy storefront a lower one gets a few hundredths of the processor; what a
 * visitor awaits gives way to pages, an order's draft uses what the storefront leaves, and visitors let one of those that wait go
 * before each of theirs.
 */
const SHARES = {
  redraw: { priority: "normal", maxWaiting: 40 },
  tailor: { priority: "normal", maxWaiting: 40 },
  order: { priority: "idle", maxWaiting: 100 },
  visitor: { priority: "below", maxWaiting: 20 },
} as const satisfies Record<string, Share>;

type Kind = keyof typeof SHARES;

/** How long a visitor's draft lets an order go first; on a busy machine an order takes longer. */
const GIVE_WAY_MS = 2_000;

function kindOf(job: WorkerJob): Kind {
  return "isExact" in job && job.isExact ? "redraw" : (job.awaitedBy ?? "order");
}

/**
 * Drafts patterns in processes of their own, one for each kind of draft, so that no draft holds up a page, and none holds up
 * somebody who waits (ADR 0050). Threads of the shop would not do: those of V8 that collect garbage keep the shop's priority.
 */
export type PatternPool = {
  /**
   * The draft, or why there is none: "timeout" and "too-large" end the process, "busy" is for later. Rejects when FreeSewing or
   * the process fails; the next draft has another process. `signal`: whoever waited has left, so a draft that has not begun is
   * not made ("busy").
   */
  run(job: DraftJob, signal?: AbortSignal): Promise<DraftResult>;
  /** The nest of each cloth of the job, in the same queues as drafts, and refused for the same reasons. */
  nest(job: NestJob): Promise<Result<Nests, DraftRefusal>>;
  /** Ends the processes; a running or later draft is "busy". */
  stop(): Promise<void>;
};

/** Sends the job and waits for what the process makes of it. */
async function responseTo(
  job: WorkerJob,
  child: ChildProcess,
  signal: AbortSignal,
): Promise<WorkerResponse> {
  child.send(job);
  const [response] = await once(child, "message", { signal });
  return response as WorkerResponse;
}

/** Resolves when the process ends for want of memory. Rejects when it ends otherwise. */
async function lackOfMemory(child: ChildProcess, signal: AbortSignal): Promise<DraftRefusal> {
  const [code, endedBy] = await once(child, "exit", { signal });
  // V8 aborts at its limit.
  if (endedBy === "SIGABRT" || code === 134) return { code: "too-large" };
  throw new Error(`The drafting process ended: ${endedBy ?? code}.`);
}

/**
 * Resolves when the process has used its time. Visitors come first, so a draft may wait for the processor; that is no fault of
 * its body.
 */
function endOfTime(
  child: ChildProcess,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DraftRefusal> {
  const startedAtMs = performance.now();
  const usedBeforeMs = processorMsOf(child) ?? 0;
  return new Promise((resolve) => {
    let timer = setTimeout(check, timeoutMs);
    function check(): void {
      const processorMs = processorMsOf(child);
      const usedMs = processorMs === null ? timeoutMs : processorMs - usedBeforeMs;
      if (usedMs >= timeoutMs) resolve({ code: "timeout" });
      else if (performance.now() - startedAtMs >= MAX_ELAPSED_MS) resolve({ code: "busy" });
      else timer = setTimeout(check, Math.max(1, timeoutMs - usedMs));
    }
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}

async function endOfPool(stopping: AbortSignal, signal: AbortSignal): Promise<DraftRefusal> {
  await once(stopping, "abort", { signal });
  return { code: "busy" };
}

type LaneOptions = {
  readonly priority: DraftingPriority;
  readonly timeoutMs: number;
  readonly maxHeapMb: number;
  readonly maxWaiting: number;
  /** Aborted when the pool stops. */
  readonly stopping: AbortSignal;
  /** One of its waiting drafts is made before each of this lane's. */
  readonly before: DraftLane | null;
};

/** The drafts of one kind, one after the other. Its process starts with the first draft and ends without work. */
class DraftLane {
  readonly #options: LaneOptions;
  readonly #queue = new PQueue({ concurrency: 1 });
  #child: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  async run(job: WorkerJob, signal: AbortSignal | undefined): Promise<WorkerResult> {
    if (this.#queue.size >= this.#options.maxWaiting || signal?.aborted) {
      return fail({ code: "busy" });
    }
    return this.#queue.add(async () => {
      await this.#options.before?.finishOne();
      // Whoever left while this draft waited gets none.
      return signal?.aborted ? fail({ code: "busy" }) : this.#draft(job);
    });
  }

  /** Resolves when one of its drafts is made, at once when none waits, and after a while in any case. */
  async finishOne(): Promise<void> {
    if (this.#queue.pending === 0) return;
    const limit = new AbortController();
    const { signal } = limit;
    const finished = new Promise<void>((resolve) => {
      this.#queue.addEventListener("next", () => resolve(), { once: true, signal });
    });
    const late = wait(GIVE_WAY_MS, undefined, { signal }).catch(() => undefined);
    await Promise.race([finished, late]);
    limit.abort();
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    this.#child = null;
    if (child) await endProcess(child);
  }

  async #draft(job: WorkerJob): Promise<WorkerResult> {
    const { stopping, timeoutMs } = this.#options;
    if (stopping.aborted) return fail({ code: "busy" });
    const child = this.#wake();
    const over = new AbortController();
    let isReusable = false;
    try {
      const outcome = await Promise.race([
        responseTo(job, child, over.signal),
        lackOfMemory(child, over.signal),
        endOfTime(child, timeoutMs, over.signal),
        endOfPool(stopping, over.signal),
      ]);
      if ("code" in outcome) return fail(outcome);
      isReusable = true;
      if ("error" in outcome) throw new Error(outcome.error);
      return ok(outcome);
    } finally {
      over.abort();
      if (isReusable) this.#rest(child);
      else void this.end();
    }
  }

  #wake(): ChildProcess {
    clearTimeout(this.#idleTimer);
    this.#child ??= this.#start();
    holdShopFor(this.#child, true);
    return this.#child;
  }

  #start(): ChildProcess {
    const child = startDraftingProcess(this.#options.priority, this.#options.maxHeapMb);
    child.once("exit", () => {
      if (this.#child === child) this.#child = null;
    });
    // An error of a process that drafts rejects its draft; one without work is replaced at the next draft.
    child.on("error", () => {
      if (this.#child === child) void this.end();
    });
    return child;
  }

  /** The process stays for the next draft, without holding the shop. */
  #rest(child: ChildProcess): void {
    holdShopFor(child, false);
    this.#idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
  }
}

/** A pool that starts nothing until the first draft. */
export function createPatternPool(options: PoolOptions = {}): PatternPool {
  const { givesWay = true, maxHeapMb = MAX_HEAP_MB, timeoutMs = TIMEOUT_MS } = options;
  const stopping = new AbortController();
  const createLane = (kind: Kind, before: DraftLane | null = null) => {
    const { maxWaiting, priority } = SHARES[kind];
    return new DraftLane({
      priority: givesWay ? priority : "normal",
      timeoutMs,
      maxHeapMb,
      maxWaiting,
      stopping: stopping.signal,
      before,
    });
  };
  const order = createLane("order");
  const lanes: Readonly<Record<Kind, DraftLane>> = {
    redraw: createLane("redraw"),
    tailor: createLane("tailor"),
    order,
    visitor: createLane("visitor", order),
  };
  return {
    async run(job, signal): Promise<DraftResult> {
      const done = await lanes[kindOf(job)].run(job, signal);
      if (!done.ok) return done;
      if (!("draft" in done.value)) throw new Error("A draft came back as something else.");
      return ok(done.value.draft);
    },
    async nest(job) {
      const done = await lanes[kindOf(job)].run(job, undefined);
      if (!done.ok) return done;
      if (!("nests" in done.value)) throw new Error("A nest came back as something else.");
      return ok(done.value.nests);
    },
    async stop() {
      stopping.abort();
      await Promise.all(Object.values(lanes).map((lane) => lane.end()));
    },
  };
}
