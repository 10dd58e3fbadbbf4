import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#core/app-error.ts";
import type { Cluster } from "./cluster.server.ts";
import { databaseEnvironment } from "./cluster.server.ts";
import { explainForbiddenFolder } from "./database-user.server.ts";

/** A Postgres server this process started. */
export type ServerProcess = {
  pid: number;
  port: number;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends every connection, writes a checkpoint, resolves when the server is gone. */
  stop(): Promise<void>;
};

/** The server ended before it was ready, most often because another one still holds the folder. */
export class ServerDidNotStart extends AppError {
  constructor(logFile: string) {
    super("database", `The database did not start: see ${logFile}`);
  }
}

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 5;

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

/** The fields of postmaster.pid that matter here; null when there is no such file. */
export async function readPidFile(
  directory: string,
): Promise<{ pid: number; port: number; status: string } | null> {
  const text = await readFile(join(directory, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

async function waitUntilReady(directory: string, child: ChildProcess, logFile: string) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const file = await readPidFile(directory);
    if (file?.pid === child.pid && file?.status === "ready") return;
    await wait(POLL_MS);
  }
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGQUIT");
  throw new ServerDidNotStart(logFile);
}

function launch(cluster: Cluster, port: number, settings: Record<string, string>, log: number) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(cluster.binaries.postgres, ["-D", cluster.directory, "-p", String(port), ...flags], {
    ...cluster.user,
    cwd: "/",
    env: databaseEnvironment,
    stdio: ["ignore", log, log],
    // A group of its own: Ctrl-C in a terminal must reach the shop alone, which stops the database last.
    detached: true,
  });
}

/** Starts the server on a free loopback port and resolves when it takes connections; throws ServerDidNotStart, or names the folder that is closed to it. */
export async function startServer(
  cluster: Cluster,
  options: { settings: Record<string, string>; logFile: string },
): Promise<ServerProcess> {
  const port = await freePort();
  const log = await open(options.logFile, "a", 0o600);
  try {
    const child = launch(cluster, port, options.settings, log.fd);
    const ended = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    const failed = new Promise<never>((_, reject) => child.once("error", reject));
    await Promise.race([waitUntilReady(cluster.directory, child, options.logFile), failed]);
    return {
      pid: child.pid ?? 0,
      port,
      ended,
      // SIGINT is Postgres' fast shutdown: it waits for no client.
      stop: async () => {
        child.kill("SIGINT");
        await ended;
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
