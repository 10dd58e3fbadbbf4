import { open } from "node:fs/promises";

/** Puts a folder's list of names on the disk, so that a rename in it survives a power cut; where a file system has no such call it needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw error;
  } finally {
    await handle.close();
  }
}
