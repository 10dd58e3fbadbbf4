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

/** Adds what is new below the root, and brings the times of all that still run up to date. */
function addSample(known, rootPid, sample) {
  const running = readProcesses();
  const update = (pid) => {
    const found = running.get(pid);
    if (!found) return null;
    let process = known.get(found.id);
    if (process?.lastSample === sample) return process;
    if (!process) {
      const parent = pid === rootPid ? null : update(found.parent);
      if (pid !== rootPid && !parent) return null;
      process = { children: [] };
      known.set(found.id, process);
      parent?.children.push(process);
    }
    process.own = found.own;
    process.ofReaped = found.ofReaped;
    process.lastSample = sample;
    return process;
  };
  for (const pid of running.keys()) update(pid);
}

/** Returns a function that ends the measurement and returns seconds, or null where there is no /proc. */
export function measureProcessorTime(rootPid) {
  const root = existsSync("/proc/self/stat") ? readProcess(rootPid) : null;
  if (!root) return () => null;
  const known = new Map();
  let samples = 0;
  const sample = () => {
    samples += 1;
    addSample(known, rootPid, samples);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    const measured = known.get(root.id);
    return measured ? ticksOf(measured) / TICKS_PER_SECOND : null;
  };
}
