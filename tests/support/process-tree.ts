import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Lists a process and all below it from /proc, the root last. */
export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ");
      const parent = Number(fields?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process ended meanwhile.
    }
  }
  const below = (pid: number): number[] => [...(children.get(pid) ?? []).flatMap(below), pid];
  return below(root);
}

/** Finds in /proc the socket that listens at a port; null when none does. */
function listeningSocket(port: number): string | null {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const LISTEN = "0A";
  for (const line of readFileSync("/proc/net/tcp", "utf8").split("\n")) {
    const fields = line.trim().split(/\s+/);
    if (fields[1]?.endsWith(local) && fields[3] === LISTEN) return `socket:[${fields[9]}]`;
  }
  return null;
}

function holds(pid: number, file: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => readlinkSync(`${folder}/${name}`) === file);
  } catch {
    // The process ended, or closed a file.
    return false;
  }
}

/** A shop's descendants on its port, oldest first. */
export function servingProcesses(shop: number, port: number): number[] {
  const socket = listeningSocket(port);
  if (socket === null) return [];
  return descendants(shop)
    .filter((pid) => pid !== shop && holds(pid, socket))
    .sort((one, other) => one - other);
}

/** A zombie does not run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    return (error as NodeJS.ErrnoException).path !== undefined && process.platform !== "linux";
  }
}

/** Does nothing to a process that has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended before.
  }
}

/** Kills a process and all below it by SIGKILL: nothing is flushed, as in a power cut. */
export function killTree(root: number): void {
  for (const pid of descendants(root).toReversed()) signalProcess(pid, "SIGKILL");
}
