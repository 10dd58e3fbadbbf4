import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The bytes of a bundled picture: the demo's pictures come with the shop, whether or not its catalogue was seeded. */
export function readPreset(file: string): Promise<Uint8Array> {
  return readFile(join("demo", "images", file));
}
