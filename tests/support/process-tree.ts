import { readdirSync, readFileSync } from "node:fs";

/** Reads the descendants from /proc; the root is last. */
function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ");
      const parent = Number(fields?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process ended while the list was read.
    }
  }
  const below = (pid: number): number[] => [...(children.get(pid) ?? []).flatMap(below), pid];
  return below(root);
}

/** Kills a process and its descendants with SIGKILL, so that nothing is flushed, as in a power cut. */
export function killTree(root: number): void {
  for (const pid of descendants(root).toReversed()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended with its parent.
    }
  }
}
