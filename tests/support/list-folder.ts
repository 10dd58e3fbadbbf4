import { readdirSync } from "node:fs";

/** Names; none without the folder, or while a program that works in it moves or removes a part. */
export function listFolder(folder: string, isRecursive = false): string[] {
  try {
    return readdirSync(folder, { recursive: isRecursive, encoding: "utf8" });
  } catch {
    return [];
  }
}
