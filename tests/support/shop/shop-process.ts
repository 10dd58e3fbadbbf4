import type { ChildProcess, SpawnOptions } from "node:child_process";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SUPERUSER } from "#db/embedded/cluster.server.ts";
import { COMPILED_CODE } from "../compiled-code.ts";
import { copyShop } from "../copy-shop.ts";
import { waitUntil } from "../wait-until.ts";

export type Ending = { code: number | null; stdout: string; stderr: string };

export type Running = {
  child: ChildProcess;
  /** The first matching line of standard output; rejects when the process ends. */
  saying(pattern: RegExp): Promise<string>;
  /** Both outputs so far. */
  printed(): string;
  ended: Promise<Ending>;
};

export function runProgram(file: string, args: string[], options: SpawnOptions = {}): Running {
  const env = { NODE_COMPILE_CACHE: COMPILED_CODE, ...(options.env ?? process.env) };
  const child = spawn(process.execPath, [file, ...args], { stdio: "pipe", ...options, env });
  let stdout = "";
  let stderr = "";
  child.stderr?.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  child.stdout?.on("data", (bytes) => {
    stdout += bytes;
    child.emit("said");
  });
  const saying = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const line = stdout
          .split("\n")
          .slice(0, -1)
          .find((each) => pattern.test(each));
        if (line !== undefined) resolve(line);
      };
      look();
      child.on("said", look);
      void ended.then((ending) => reject(new Error(`It ended first: ${ending.stderr}`)));
    });
  const printed = () => `${stdout}${stderr}`;
  return { child, saying, printed, ended };
}

/** Any free port, none of the machine's variables, and React as customers get it. */
export const shopVariables = (dataDir: string) => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  PORT: "0",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  PICTURES: "when-asked",
  DATA_DIR: dataDir,
});

const OPEN_LINE = /is open at (http\S+)/;

/** Once the shop is open. */
export async function shopUrlOf(shop: Running): Promise<string> {
  return OPEN_LINE.exec(await shop.saying(OPEN_LINE))?.[1] ?? "";
}

/** From the server's file; null without one. */
export function databasePid(dataDir: string): number | null {
  try {
    const text = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8");
    return Number(text.split("\n")[0]) || null;
  } catch {
    return null;
  }
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

/** Kills a program once a moment of its work has come, or returns when the program ended before it. */
export async function killAt(
  running: Running,
  moment: readonly [name: string, hasCome: () => boolean | Promise<boolean>],
  kill: () => void,
): Promise<void> {
  const [name, hasCome] = moment;
  let isOver = false;
  void running.ended.then(() => {
    isOver = true;
  });
  const hasComeOrEnded = async () => isOver || (await hasCome());
  await waitUntil(`${name}, or the program ended`, hasComeOrEnded, { everyMs: 1 });
  if (!isOver) kill();
  await running.ended;
}

/** SIGKILL for a program and its database, as a power cut. */
export function killTree(running: Running, dataDir: string): void {
  const pid = databasePid(dataDir);
  running.child.kill("SIGKILL");
  if (pid && isAlive(pid)) process.kill(pid, "SIGKILL");
}

/** Open to the database's user; `releaseAndPublish` stops what runs there and removes it. */
export function temporaryDataDir() {
  const folder = mkdtempSync(join(tmpdir(), "atelier-durability-"));
  chmodSync(folder, 0o755);
  const path = join(folder, "data");
  return {
    path,
    fill: (shop: string) => copyShop(shop, path),
    /** Connects beside the shop. */
    databaseUrl(): string {
      const { databasePassword } = JSON.parse(readFileSync(join(path, "secrets.json"), "utf8"));
      const port = readFileSync(join(path, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
      return `postgres://${SUPERUSER}:${databasePassword}@127.0.0.1:${port}/postgres`;
    },
    async close(): Promise<void> {
      const pid = databasePid(path);
      if (pid && isAlive(pid)) {
        process.kill(pid, "SIGQUIT");
        await waitUntil("its database has ended", () => !isAlive(pid));
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
