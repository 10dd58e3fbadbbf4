import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/free-port.ts";
import type { Metric } from "./support/metric.ts";
import { LOAD_CORE, pinToCore, processorMs, unpin } from "./support/processor.ts";

/** The fastest counts: other processes only slow it. */
const STARTS = 7;
const POLL_MS = 5;
const LIMIT_MS = 120_000;

type Start = { wallMs: number; cpuMs: number };

async function waitForPage(address: string): Promise<void> {
  const untilMs = performance.now() + LIMIT_MS;
  while (performance.now() < untilMs) {
    const page = await fetch(address).catch(() => null);
    await page?.arrayBuffer();
    if (page?.ok) return;
    await wait(POLL_MS);
  }
  throw new Error("The shop did not open");
}

/** Starts the shop and waits for the first page. */
async function startOnce(port: number, dataDir: string): Promise<Start> {
  const startedMs = performance.now();
  const npm = spawn("npm", ["start"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: "tape-and-chalk-1966",
    },
  });
  const ended = once(npm, "exit");
  try {
    await waitForPage(`http://127.0.0.1:${port}/`);
    return { wallMs: performance.now() - startedMs, cpuMs: processorMs([npm.pid ?? 0]) };
  } finally {
    npm.kill("SIGTERM");
    await ended;
    // npm may end before the database.
    while (existsSync(join(dataDir, "postgres", "postmaster.pid"))) await wait(POLL_MS);
  }
}

/** The least a start costs: a Node program that listens. */
async function startNothing(): Promise<number> {
  const program = "require('node:http').createServer().listen(0, () => process.send('open'))";
  const child = spawn(process.execPath, ["-e", program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  const cpuMs = processorMs([child.pid ?? 0]);
  child.kill();
  return cpuMs;
}

async function measureStarts(): Promise<{ starts: Start[]; leastMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), "atelier-start-"));
  // For the database's user.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "data");
  const port = await freePort();
  try {
    // Uncounted: fills the shop and the compile cache.
    await startOnce(port, dataDir);
    const starts: Start[] = [];
    let leastMs = 0;
    for (let turn = 0; turn < STARTS; turn += 1) {
      starts.push(await startOnce(port, dataDir));
      leastMs += (await startNothing()) / STARTS;
    }
    return { starts, leastMs };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** `npm start` to the first page. */
export async function measure(): Promise<Metric[]> {
  unpin(process.pid);
  try {
    const { starts, leastMs } = await measureStarts();
    const wallMs = Math.min(...starts.map((start) => start.wallMs));
    const cpuMs = starts.reduce((sum, start) => sum + start.cpuMs, 0) / starts.length;
    console.log(
      `${starts.length} starts: ${starts.map((start) => Math.round(start.wallMs)).join(", ")} ms; processor ${Math.round(cpuMs)} ms, of an empty program ${Math.round(leastMs)} ms`,
    );
    return [
      { subject: "second start, ms to the first page", value: wallMs },
      { subject: "second start, processor time in empty Node programs", value: cpuMs / leastMs },
    ];
  } finally {
    pinToCore(process.pid, LOAD_CORE);
  }
}
