/** Runs the shop's process and shares its fate: signals go down, the exit code comes up, and neither outlives the other. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ORPHAN_POLL_MS = 100;

/** The parent of a process where /proc tells it; elsewhere nothing is known. */
function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return null;
  }
}

/**
 * npm runs its scripts through a shell. When either of them is killed nobody forwards a signal, and the shop must not live
 * on unseen and hold the data folder.
 */
function endWithNpm(shop) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  setInterval(() => {
    if (process.ppid !== parent || parentOf(parent) !== grandparent) shop.kill("SIGTERM");
  }, ORPHAN_POLL_MS);
}

/** Starts src/server/main.ts on the given Node and ends when it ends. */
export function runShop(node, environment) {
  const main = fileURLToPath(new URL("../src/server/main.ts", import.meta.url));
  const compileCache = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
  const shop = spawn(node, ["--disable-warning=ExperimentalWarning", main], {
    // The channel carries no messages: its end tells the shop that this process is gone.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Compiled code is kept between starts: the second one is a third faster to its first page.
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => shop.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  shop.on("exit", (code, signal) => process.exit(signal ? 1 : code));
  endWithNpm(shop);
}
