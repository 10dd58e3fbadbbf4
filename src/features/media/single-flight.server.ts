import type { FileStore } from "#platform/files.server.ts";

// One piece of work a file, however many visitors ask at once; kept by store so that two stores never share.
const inProgress = new WeakMap<FileStore, Map<string, Promise<Buffer | null>>>();

/** Runs the work that makes a file of the store, or joins the run already under way. */
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
