/** Forwards signals and the exit code; neither outlives the other. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ORPHAN_POLL_MS = 100;

function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return null;
  }
}

/** Killing npm's shell sends no signal, and the shop would keep the data folder. */
function endWithNpm(shop) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  setInterval(() => {
    if (process.ppid !== parent || parentOf(parent) !== grandparent) shop.kill("SIGTERM");
  }, ORPHAN_POLL_MS);
}

export function runShop(node, environment) {
  const main = fileURLToPath(new URL("../src/server/main.ts", import.meta.url));
  const compileCache = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
  const shop = spawn(node, ["--disable-warning=ExperimentalWarning", main], {
    // Closing it tells the shop.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Makes the second start a third faster.
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => shop.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  shop.on("exit", (code, signal) => process.exit(signal ? 1 : code));
  endWithNpm(shop);
}
