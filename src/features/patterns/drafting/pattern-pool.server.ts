import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { DraftJob, DraftRefusal, GarmentDraft } from "../garment-draft.ts";
import type { WorkerRequest, WorkerResponse } from "./draft-worker.server.ts";

/** The slowest body takes about 3 s on a busy machine. */
const TIMEOUT_MS = 20_000;
/** FreeSewing needs about 80 MB; see the facts on patterns for real people, section 3. */
const MAX_HEAP_MB = 256;
const MAX_WAITING = 100;
/** A worker that nobody needs gives its memory back. */
const IDLE_MS = 60_000;

type PoolOptions = {
  /** Workers besides the one that only redraws. */
  readonly size?: number;
  readonly timeoutMs?: number;
  readonly maxHeapMb?: number;
};

type Waiting = {
  readonly job: DraftJob;
  readonly settle: (result: Result<GarmentDraft, DraftRefusal>) => void;
  readonly reject: (error: Error) => void;
};

type Slot = {
  readonly isForRedraws: boolean;
  worker: Worker | null;
  running: Waiting | null;
  timer: NodeJS.Timeout | null;
};

/** Exact options take about 30 ms and somebody waits at a slider; a solved draft takes ten times as long. */
const isRedraw = ({ job }: Waiting) => job.fit === null;

/** Drafts patterns in worker threads, so that no draft holds up a page, and no draft holds up a redraw. */
export type PatternPool = {
  run(job: DraftJob): Promise<Result<GarmentDraft, DraftRefusal>>;
  /** Ends the workers; a running draft is "busy". */
  stop(): Promise<void>;
};

/** Node strips the types of the worker's source; the bundle of the app has no file of it. */
const workerFile = () =>
  createRequire(import.meta.url).resolve("#features/patterns/drafting/draft-worker.server.ts");

class Pool implements PatternPool {
  readonly #slots: readonly Slot[];
  readonly #queue: Waiting[] = [];
  readonly #timeoutMs: number;
  readonly #maxHeapMb: number;
  #nextId = 1;

  constructor({ size = 1, timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB }: PoolOptions) {
    this.#slots = Array.from({ length: size + 1 }, (_, index) => ({
      isForRedraws: index === size,
      worker: null,
      running: null,
      timer: null,
    }));
    this.#timeoutMs = timeoutMs;
    this.#maxHeapMb = maxHeapMb;
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
      const redraw = this.#queue.findIndex(isRedraw);
      const index = redraw === -1 && !slot.isForRedraws ? 0 : redraw;
      const [next] = index === -1 ? [] : this.#queue.splice(index, 1);
      if (next) this.#start(slot, next);
    }
  }

  #start(slot: Slot, next: Waiting): void {
    slot.worker ??= this.#createWorker(slot);
    slot.running = next;
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = setTimeout(() => this.#end(slot, fail({ code: "timeout" })), this.#timeoutMs);
    slot.worker.ref();
    slot.worker.postMessage({ id: this.#nextId, job: next.job } satisfies WorkerRequest);
    this.#nextId += 1;
  }

  #createWorker(slot: Slot): Worker {
    const worker = new Worker(workerFile(), {
      resourceLimits: { maxOldGenerationSizeMb: this.#maxHeapMb },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    worker.on("message", (response: WorkerResponse) => {
      if (slot.worker !== worker) return;
      const { running } = slot;
      this.#rest(slot);
      if ("draft" in response) running?.settle(ok(response.draft));
      else running?.reject(new Error(response.error));
      this.#advance();
    });
    worker.on("error", (error: Error & { code?: string }) => {
      if (slot.worker !== worker) return;
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") this.#end(slot, fail({ code: "too-large" }));
      else {
        slot.running?.reject(error);
        this.#end(slot, null);
      }
    });
    return worker;
  }

  /** The worker stays for the next draft, without holding the process. */
  #rest(slot: Slot): void {
    slot.running = null;
    slot.worker?.unref();
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = setTimeout(() => void this.#discard(slot), IDLE_MS).unref();
  }

  #end(slot: Slot, result: Result<GarmentDraft, DraftRefusal> | null): void {
    if (result) slot.running?.settle(result);
    void this.#discard(slot);
    this.#advance();
  }

  async #discard(slot: Slot): Promise<void> {
    const { worker } = slot;
    if (slot.timer) clearTimeout(slot.timer);
    Object.assign(slot, { worker: null, running: null, timer: null });
    await worker?.terminate();
  }
}

/** Starts nothing until the first draft. */
export function createPatternPool(options: PoolOptions = {}): PatternPool {
  return new Pool(options);
}
