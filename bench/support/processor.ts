import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Linux counts processor time in these ticks; the kernel has shown user space 100 a second for ever. */
const TICK_MS = 10;

type Stat = { parent: number; ticks: number };

function readStat(pid: number): Stat | null {
  try {
    // The name in parentheses may hold spaces; the fields after it do not.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    // Own time, and that of children that ended and were waited for.
    return { parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) };
  } catch {
    return null;
  }
}

/** The processor time in ms that these processes and all their descendants have used. */
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

/** Keeps a process, its threads and its future children on one core, so that server and load do not take turns; where there is no taskset, nothing. */
export function pinToCore(pid: number, core: number): void {
  spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)], { stdio: "ignore" });
}

/** Gives a process and its future children every core again, for a load that would be short of breath on one. */
export function unpin(pid: number): void {
  spawnSync("taskset", ["-a", "-p", "-c", `0-${cpus().length - 1}`, String(pid)], {
    stdio: "ignore",
  });
}

/** The cores of the two sides. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;
