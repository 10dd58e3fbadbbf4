import PQueue from "p-queue";
import type { FileStore } from "#platform/file-store.server.ts";

export type Urgency = "visitor" | "background";

const jobs = new PQueue({ concurrency: 2 });
const backgroundJobs = new PQueue({ concurrency: 1 });

/**
 * Runs image work: two jobs at once, one in the background, so that pages stay fast on two cores. Visitors
 * have priority.
 */
export function runImageJob<Value>(urgency: Urgency, work: () => Promise<Value>): Promise<Value> {
  if (urgency === "visitor") return jobs.add(work, { priority: 1 }) as Promise<Value>;
  return backgroundJobs.add(() => jobs.add(work)) as Promise<Value>;
}

const inProgress = new WeakMap<FileStore, Map<string, Promise<Buffer | null>>>();

/** Makes a stored file, or joins the current run. */
export function once(
  files: FileStore,
  key: string,
  work: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const running = inProgress.get(files) ?? new Map<string, Promise<Buffer | null>>();
  inProgress.set(files, running);
  const current = running.get(key);
  if (current) return current;
  const started = work().finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

async function prepareSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

let sharpReady: ReturnType<typeof prepareSharp> | undefined;

/** Loads sharp at first use, one thread per image. */
export function loadSharp(): ReturnType<typeof prepareSharp> {
  sharpReady ??= prepareSharp();
  return sharpReady;
}
