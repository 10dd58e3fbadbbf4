import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerUrlOf } from "#db/embedded.server.ts";
import { PASSWORD_FILE } from "#platform/database-password.server.ts";
import { isAlive } from "./process-tree.ts";

export type DatabaseServer = { pid: number; port: number };

/**
 * As its own file names it, read once: the file comes and goes with the server. Null without a
 * file, and while it is being written. A killed server leaves its file behind.
 */
export function readDatabaseServer(dataDir: string): DatabaseServer | null {
  try {
    const text = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8");
    const lines = text.split("\n");
    const server = { pid: Number(lines[0]), port: Number(lines[3]) };
    return server.pid > 0 && server.port > 0 ? server : null;
  } catch {
    return null;
  }
}

/** Null when the file is missing, unfinished, or of a server that has ended. */
export function runningDatabaseServer(dataDir: string): DatabaseServer | null {
  const server = readDatabaseServer(dataDir);
  return server !== null && isAlive(server.pid) && isPostgres(server.pid) ? server : null;
}

/** Numbers of ended processes are given again. */
function isPostgres(pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return false;
  }
}

/** The password of the owner of a shop's own database. */
export function databasePasswordOf(dataDir: string): string {
  return JSON.parse(readFileSync(join(dataDir, PASSWORD_FILE), "utf8")).password;
}

/** The owner's URL to connect beside a shop that has made its secrets. */
export function databaseUrlOf(dataDir: string, server: DatabaseServer): string {
  return ownerUrlOf(databasePasswordOf(dataDir), server);
}
