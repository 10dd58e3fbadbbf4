import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DERIVED = "uploads/derived";

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Hard links: the shop never writes into a file, it replaces it. */
export function linkUploads(from: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  execFileSync("cp", ["-al", join(from, "uploads"), join(dataDir, "uploads")]);
}

/**
 * Keeps the sizes of the demo's images that a shop has made, so that each is made once and not for every shop: all
 * clones know an image by the same id. Images that a test uploaded stay behind.
 */
export function keepDerivedImages(from: string, to: string, imageIds: ReadonlySet<string>): void {
  const known = listFolder(join(from, DERIVED)).filter((id) => imageIds.has(id));
  if (known.length === 0) return;
  mkdirSync(join(to, DERIVED), { recursive: true });
  const folders = known.map((id) => join(from, DERIVED, id));
  execFileSync("cp", ["-an", ...folders, join(to, DERIVED)]);
}
