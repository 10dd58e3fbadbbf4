import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Linux reports 100 ticks per second. */
const TICK_MS = 10;

type Stat = { parent: number; ticks: number };

function readStat(pid: number): Stat | null {
  try {
    // Names may contain spaces.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    // Includes ended children.
    return { parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) };
  } catch {
    return null;
  }
}

/** Milliseconds of these processes and descendants. */
export function processorMs(roots: readonly number[]): number {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat) stats.set(Number(name), stat);
  }
  const family = new Set(roots);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [pid, { parent }] of stats) {
      if (!family.has(parent) || family.has(pid)) continue;
      family.add(pid);
      grown = true;
    }
  }
  let ticks = 0;
  for (const pid of family) ticks += stats.get(pid)?.ticks ?? 0;
  return ticks * TICK_MS;
}

/** Pins a process with threads and children to one core, where taskset exists. */
export function pinToCore(pid: number, core: number): void {
  spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)], { stdio: "ignore" });
}

/** Lets a process use every core, for a load that needs more than one. */
export function unpin(pid: number): void {
  spawnSync("taskset", ["-a", "-p", "-c", `0-${cpus().length - 1}`, String(pid)], {
    stdio: "ignore",
  });
}

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;
