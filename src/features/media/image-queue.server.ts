import PQueue from "p-queue";
import type { FileStore } from "#platform/file-store.server.ts";

/** Whether a visitor waits for the image. */
export type Urgency = "visitor" | "background";

// On two cores a page never waits long: at most two images at once, one of them in the background, one thread each.
const jobs = new PQueue({ concurrency: 2 });
const backgroundJobs = new PQueue({ concurrency: 1 });

/** Runs image work when a slot is free, at most two jobs at once and one of them in the background; visitors go first. */
export function runImageJob<Value>(urgency: Urgency, work: () => Promise<Value>): Promise<Value> {
  if (urgency === "visitor") return jobs.add(work, { priority: 1 }) as Promise<Value>;
  return backgroundJobs.add(() => jobs.add(work)) as Promise<Value>;
}

// By store, so that two stores share nothing.
const inProgress = new WeakMap<FileStore, Map<string, Promise<Buffer | null>>>();

/** Runs the work that makes a file of the store, or joins the run that is under way. */
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
  sharp.cache(false); // each rendition is made once
  return sharp;
}

let sharpReady: ReturnType<typeof prepareSharp> | undefined;

/** The image library, loaded at first use and held to one thread per image. */
export function loadSharp(): ReturnType<typeof prepareSharp> {
  sharpReady ??= prepareSharp();
  return sharpReady;
}
