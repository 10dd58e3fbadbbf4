import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "#core/app-error.ts";

/** A new shop's database and the demo's images. */
const NEW_SHOP_MB = 200;
/** Postgres recovers and the first orders are taken with this much. */
const OLD_SHOP_MB = 32;
const BYTES_PER_MB = 1_000_000;

/**
 * Requires room on the disk of a data folder: 200 MB for a new shop, 32 MB for one that is there. Writes nothing.
 * Throws AppError('configuration') with the figures.
 */
export async function requireFreeSpace(dataDir: string): Promise<void> {
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const needed = existsSync(join(dataDir, "postgres")) ? OLD_SHOP_MB : NEW_SHOP_MB;
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / BYTES_PER_MB);
  if (free >= needed) return;
  throw new AppError(
    "configuration",
    `DATA_DIR: only ${free} MB are free on the disk of ${folder}, and the shop needs ${needed} MB to start. Free some space; nothing was changed.`,
  );
}
