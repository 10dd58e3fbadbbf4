/** Processor time of a process and all that it started, also of those that were killed or outlived it. Linux only. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

const SAMPLE_MS = 500;
/** Linux reports hundredths of a second to every program. */
const TICKS_PER_SECOND = 100;

/** Null when the process has ended meanwhile. */
function readProcess(pid) {
  try {
    // The name, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    const [parent, own, system, ofChildren, systemOfChildren, start] = [1, 11, 12, 13, 14, 19].map(
      (index) => Number(fields[index]),
    );
    return {
      id: `${pid} ${start}`,
      parent,
      own: own + system,
      ofReaped: ofChildren + systemOfChildren,
    };
  } catch {
    return null;
  }
}

function readProcesses() {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(pids.map((pid) => [Number(pid), readProcess(pid)]));
}

/**
 * A process's own time, that of its children, and that of children which ended between two samples: its parent counts
 * everything that it waited for.
 */
function ticksOf(process) {
  const inner = process.children.map((child) => ({
    ticks: ticksOf(child),
    wasReaped: child.lastSample < process.lastSample,
  }));
  const reaped = inner.filter(({ wasReaped }) => wasReaped);
  const known = reaped.reduce((sum, { ticks }) => sum + ticks, 0);
  const all = inner.reduce((sum, { ticks }) => sum + ticks, 0);
  return process.own + all + Math.max(0, process.ofReaped - known);
}

/** Returns a function that ends the measurement and returns seconds, or null where there is no /proc. */
export function measureProcessorTime(rootPid) {
  if (!existsSync("/proc/self/stat")) return () => null;
  const known = new Map();
  let samples = 0;
  const sample = () => {
    samples += 1;
    const running = readProcesses();
    const remember = (pid) => {
      const found = running.get(pid);
      if (!found) return null;
      const before = known.get(found.id);
      if (before?.lastSample === samples) return before;
      const parent = before || pid === rootPid ? null : remember(found.parent);
      if (!before && pid !== rootPid && !parent) return null;
      const process = before ?? { children: [] };
      process.own = found.own;
      process.ofReaped = found.ofReaped;
      process.lastSample = samples;
      if (!before) {
        known.set(found.id, process);
        parent?.children.push(process);
      }
      return process;
    };
    for (const pid of running.keys()) remember(pid);
  };
  let root = null;
  const begin = () => {
    sample();
    const found = readProcess(rootPid);
    root ??= found ? known.get(found.id) : null;
  };
  begin();
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return root ? ticksOf(root) / TICKS_PER_SECOND : null;
  };
}
