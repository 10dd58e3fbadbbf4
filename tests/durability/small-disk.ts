import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Null where mounting is not permitted. */
export function smallDisk(folder: string, megabytes: number): { unmount(): void } | null {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder], {
      stdio: "ignore",
    });
  } catch {
    return null;
  }
  return { unmount: () => execFileSync("umount", ["--lazy", folder]) };
}
