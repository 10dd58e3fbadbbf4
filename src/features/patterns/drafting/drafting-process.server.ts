import type { ChildProcess, ForkOptions } from "node:child_process";
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, getPriority, setPriority } from "node:os";

/** `normal` has the priority of the shop, `below` gives way to its pages, and `idle` uses what everything else leaves. */
export type DraftingPriority = "normal" | "below" | "idle";

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
    // Only Linux with autogroups has the file.
  }
}

/**
 * Starts a process that drafts what it is sent, with so much memory for JavaScript. Its priority holds from its first
 * instruction, because threads inherit it and V8 collects garbage in threads.
 */
export function startDraftingProcess(priority: DraftingPriority, maxHeapMb: number): ChildProcess {
  const flags = [`--max-old-space-size=${maxHeapMb}`, "--disable-warning=ExperimentalWarning"];
  const isInIdleClass = priority === "idle" && canRunIdle();
  const command: ForkOptions = isInIdleClass
    ? { execPath: "chrt", execArgv: ["--idle", "0", process.execPath, ...flags] }
    : { execArgv: flags };
  const child = fork(workerFile(), [], {
    ...command,
    // A session of its own can be lowered without the shop's.
    detached: priority === "idle",
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  if (child.pid === undefined || priority === "normal") return child;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  // Below the shop's own pages, also where the whole shop runs below other programs.
  const below = Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL);
  if (priority === "below") setPriority(child.pid, below);
  else if (!isInIdleClass) setPriority(child.pid, PRIORITY_LOW);
  if (priority === "idle") lowerSession(child.pid);
  return child;
}

/** The processor time that a process has used. Linux counts it in hundredths of a second; null on other systems. */
export function processorMsOf({ pid }: ChildProcess): number | null {
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

/** Says whether the shop's process waits for this one before it ends. */
export function holdShopFor(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Ends a process at once, whatever it does. Resolves when it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  holdShopFor(child, true);
  child.kill("SIGKILL");
  await ended;
}
