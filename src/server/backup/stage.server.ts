import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#core/app-error.ts";
import { syncFolder } from "#db/embedded/cluster.server.ts";
import { clearLeftoverServer } from "#db/embedded/server-process.server.ts";
import { PASSWORD_FILE } from "#platform/database-password.server.ts";

/** Replaced by a restore; the lock, logs and emails stay. */
const PARTS = ["postgres", "uploads", "secrets.json", PASSWORD_FILE] as const;

/** Its rename completes the restore. */
const STAGE = "restore.unfinished";
const READY = "restore.ready";
const ASIDE_NOTE = "kept-aside.txt";

export function holdsParts(dataDir: string): boolean {
  return ["postgres", "uploads"].some((part) => existsSync(join(dataDir, part)));
}

async function listMounts(): Promise<string[]> {
  const table = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  return table.split("\n").map((line) => line.split(" ")[4] ?? "");
}

/** A mount cannot be renamed. */
async function refuseMounted(dataDir: string): Promise<void> {
  const mounts = await listMounts();
  for (const part of PARTS) {
    const path = await realpath(join(dataDir, part)).catch(() => null);
    if (!path || !mounts.includes(path)) continue;
    throw new AppError(
      "configuration",
      `${path} is a disk of its own and cannot be exchanged: restore into another folder (DATA_DIR=…) and move the files by hand.`,
    );
  }
}

async function removeStage(dataDir: string): Promise<void> {
  const stage = join(dataDir, STAGE);
  if (!existsSync(stage)) return;
  await clearLeftoverServer(join(stage, "postgres"));
  await rm(stage, { recursive: true, force: true, maxRetries: 5 });
}

/** Creates an empty folder for the new shop, under the caller's instance lock. */
export async function openStage(dataDir: string): Promise<string> {
  await removeStage(dataDir);
  await refuseMounted(dataDir);
  const stage = join(dataDir, STAGE);
  await mkdir(join(stage, "uploads"), { recursive: true });
  return stage;
}

async function exchange(dataDir: string): Promise<string | null> {
  const ready = join(dataDir, READY);
  const aside = join(dataDir, await readFile(join(ready, ASIDE_NOTE), "utf8"));
  for (const part of PARTS) {
    if (!existsSync(join(ready, part))) continue;
    if (existsSync(join(dataDir, part))) {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      await rename(join(dataDir, part), join(aside, part));
    }
    await rename(join(ready, part), join(dataDir, part));
  }
  await syncFolder(dataDir);
  await rm(ready, { recursive: true });
  return existsSync(aside) ? aside : null;
}

/** Finishes or undoes an interrupted restore, under the caller's instance lock. Returns the former data's folder. */
export async function settleRestore(dataDir: string): Promise<string | null> {
  await removeStage(dataDir);
  if (!existsSync(join(dataDir, READY))) return null;
  // A leftover server would write into the moved folder.
  await clearLeftoverServer(join(dataDir, "postgres"));
  return exchange(dataDir);
}

/** Swaps in the staged shop and moves the former to `aside`; returns that folder, or null. */
export async function acceptStage(dataDir: string, aside: string): Promise<string | null> {
  const stage = join(dataDir, STAGE);
  await writeFile(join(stage, ASIDE_NOTE), aside);
  await syncFolder(stage);
  await rename(stage, join(dataDir, READY));
  await syncFolder(dataDir);
  return settleRestore(dataDir);
}
