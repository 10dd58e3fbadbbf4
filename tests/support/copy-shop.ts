import { execFileSync } from "node:child_process";

/** Copies a closed shop's data folder to where there is none yet, with its files' owners: the database's are not the test's. */
export function copyShop(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}
