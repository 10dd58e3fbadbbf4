import { execFileSync } from "node:child_process";

/** Copies a closed shop's data folder and keeps the files' owners, because the database's user is not the test's. */
export function copyShop(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}
