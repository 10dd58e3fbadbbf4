import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#core/app-error.ts";
import { syncFolder } from "#db/embedded/cluster.server.ts";
import { clearLeftoverServer } from "#db/embedded/server-process.server.ts";

/** What a restore replaces in DATA_DIR; the rest (lock, logs, mails that were written as files) stays. */
const PARTS = ["postgres", "uploads", "secrets.json"] as const;

/** A shop that is being made ready beside the present one; its rename is the moment that decides. */
const STAGE = "restore.unfinished";
const READY = "restore.ready";
const ASIDE_NOTE = "kept-aside.txt";

/** Whether a folder holds a shop, or parts of one. */
export function holdsParts(dataDir: string): boolean {
  return PARTS.some((part) => part !== "secrets.json" && existsSync(join(dataDir, part)));
}

async function listMounts(): Promise<string[]> {
  const table = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  return table.split("\n").map((line) => line.split(" ")[4] ?? "");
}

/** A part on a disk of its own cannot be swapped by a rename. */
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

/** Makes an empty folder for the shop that is to come. The caller holds the instance lock. */
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

/**
 * Leaves either the shop from before a restore or the one from after it, also when the restore was cut off at any moment: what was
 * decided is finished, what was not is removed. The caller holds the instance lock. Answers with where the former data was kept.
 */
export async function settleRestore(dataDir: string): Promise<string | null> {
  await removeStage(dataDir);
  if (!existsSync(join(dataDir, READY))) return null;
  // A server that outlived its killed shop would go on writing into the folder that is moved.
  await clearLeftoverServer(join(dataDir, "postgres"));
  return exchange(dataDir);
}

/** Puts the staged shop in the place of the present one, which is kept in `aside`; answers with that folder, null when there was nothing. */
export async function acceptStage(dataDir: string, aside: string): Promise<string | null> {
  const stage = join(dataDir, STAGE);
  await writeFile(join(stage, ASIDE_NOTE), aside);
  await syncFolder(stage);
  await rename(stage, join(dataDir, READY));
  await syncFolder(dataDir);
  return settleRestore(dataDir);
}
