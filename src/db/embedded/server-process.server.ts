import type { ChildProcess } from "node:child_process";
import { execFile, spawn } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { AppError } from "#core/app-error.ts";
import { explainUnusableDatabase } from "../unusable-database.ts";
import type { Cluster } from "./cluster.server.ts";
import { databaseEnvironment, explainForbiddenFolder } from "./cluster.server.ts";

const run = promisify(execFile);

const END_POLL_MS = 20;
/** The next, harder signal waits this long. */
const PATIENCE_MS = 10_000;
/** Fast and immediate shutdown, then a kill; the next start recovers. */
const SIGNALS = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;

async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === "linux") {
    // Unlike the working folder, it is readable without privileges.
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").join(" ");
  }
  return (await run("ps", ["-o", "command=", "-p", String(pid)])).stdout;
}

/** Whether a process is this folder's server, or sets up its roles, by its command line. */
async function serves(pid: number, directory: string): Promise<boolean> {
  const command = await commandLineOf(pid).catch(() => "");
  return ["postgres", "postgres --single"].some((start) =>
    command.includes(`${start} -D ${directory} `),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function stopLeftover(pid: number, directory: string): Promise<void> {
  for (const signal of SIGNALS) {
    process.kill(pid, signal);
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      if (!(await serves(pid, directory))) return;
      await wait(END_POLL_MS);
    }
  }
}

/**
 * After a crash: stops a server that outlived its shop, and deletes a torn pid file or one that names an
 * unrelated process. The caller holds the instance lock.
 */
export async function clearLeftoverServer(directory: string): Promise<"stopped" | "nothing"> {
  const file = await readPidFile(directory);
  if (!file) return "nothing";
  // Without a server, Postgres writes its number below zero.
  const pid = Math.abs(file.pid);
  const found = await serves(pid, directory);
  if (found) await stopLeftover(pid, directory);
  else if (!(pid > 0) || isAlive(pid)) {
    await rm(join(directory, "postmaster.pid"), { force: true });
  }
  return found ? "stopped" : "nothing";
}

export type ServerProcess = {
  pid: number;
  port: number;
  /** When the server ends, for any reason. */
  ended: Promise<void>;
  /** Ends connections and writes a checkpoint; resolves when the server is gone. */
  stop(): Promise<void>;
};

/** `transient` when the cause passes by itself: a predecessor's processes, a port just used. */
export class ServerDidNotStart extends AppError {
  readonly transient: boolean;

  constructor(logFile: string, said: string) {
    const reason = /(?:FATAL|PANIC): +(.*)/.exec(said)?.[1];
    super(
      "database",
      explainUnusableDatabase(reason ?? "") ??
        `The database did not start: ${reason ?? "it said nothing"} (see ${logFile})`,
    );
    this.transient = /still in use|lock file|Address already in use|could not bind/.test(said);
  }
}

const POLL_MS = 5;
const STOP_PATIENCE_MS = 20_000;

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Null without the file. */
export async function readPidFile(
  directory: string,
): Promise<{ pid: number; port: number; status: string } | null> {
  const text = await readFile(join(directory, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

/** False when the server ended before. Recovery may be long and is not interrupted. */
async function waitUntilReady(directory: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(directory);
    if (file?.pid === child.pid && file?.status === "ready") return true;
    await wait(POLL_MS);
  }
  return false;
}

function launch(cluster: Cluster, port: number, settings: Record<string, string>, log: number) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(cluster.binaries.postgres, ["-D", cluster.directory, "-p", String(port), ...flags], {
    ...cluster.user,
    cwd: "/",
    env: databaseEnvironment,
    stdio: ["ignore", log, log],
    // Its own process group: Ctrl-C reaches only the shop, which stops the database last.
    detached: true,
  });
}

/**
 * Starts the server on a loopback port; resolves when it accepts connections. Throws ServerDidNotStart, or
 * names the closed folder.
 */
export async function startServer(
  cluster: Cluster,
  options: {
    settings: Record<string, string>;
    logFile: string;
    port?: number;
    /** When the process runs, long before it accepts connections. */
    onLaunched?: () => void;
  },
): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const log = await open(options.logFile, "a+", 0o600);
  const { size } = await log.stat();
  try {
    const child = launch(cluster, port, options.settings, log.fd);
    const ended = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    const failed = new Promise<never>((_, reject) => child.once("error", reject));
    options.onLaunched?.();
    if (!(await Promise.race([waitUntilReady(cluster.directory, child), failed]))) {
      const said = await log.read({ position: size });
      throw new ServerDidNotStart(options.logFile, said.buffer.toString("utf8", 0, said.bytesRead));
    }
    return {
      pid: child.pid ?? 0,
      port,
      ended,
      stop: async () => {
        // Fast, then immediate; the next start recovers the rest.
        child.kill("SIGINT");
        const impatience = setTimeout(() => child.kill("SIGQUIT"), STOP_PATIENCE_MS);
        await ended;
        clearTimeout(impatience);
      },
    };
  } catch (cause) {
    const forbidden =
      (await explainForbiddenFolder(cluster.binaries.postgres, cluster.user)) ??
      (await explainForbiddenFolder(cluster.directory, cluster.user));
    throw forbidden ?? cause;
  } finally {
    await log.close();
  }
}
