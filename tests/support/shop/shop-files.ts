import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { listFolder } from "../list-folder.ts";

const DERIVED = "uploads/derived";

const copyFolders = (options: string, folders: readonly string[], to: string) =>
  execFileSync("cp", [options, ...folders, to]);

/** Hard links: the shop never writes into a file, it replaces it. */
export function linkUploads(from: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  copyFolders("-al", [join(from, "uploads")], join(dataDir, "uploads"));
}

/**
 * Keeps the sizes of the demo's images that a shop has made, so that each is made once and not for every shop: all
 * clones know an image by the same id. Images that a test uploaded stay behind. Both folders are on one file system, and a
 * link appears whole, also for a shop that starts at this moment.
 */
export function linkDerivedImages(from: string, to: string, imageIds: ReadonlySet<string>): void {
  const known = listFolder(join(from, DERIVED)).filter((id) => imageIds.has(id));
  if (known.length === 0) return;
  mkdirSync(join(to, DERIVED), { recursive: true });
  const folders = known.map((id) => join(from, DERIVED, id));
  copyFolders("-aln", folders, join(to, DERIVED));
}

/** The same between two file systems: copied beside the target first, then linked. */
export function storeDerivedImages(from: string, to: string, imageIds: ReadonlySet<string>): void {
  if (listFolder(join(from, DERIVED)).length === 0) return;
  const stage = join(to, `stage-${process.pid}`);
  try {
    mkdirSync(join(stage, "uploads"), { recursive: true });
    copyFolders("-a", [join(from, DERIVED)], join(stage, DERIVED));
    linkDerivedImages(stage, to, imageIds);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
