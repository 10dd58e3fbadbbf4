/** `npm start`: installs and builds when needed, then runs the shop on the pinned Node and shares its fate. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

const ORPHAN_POLL_MS = 100;

function prepare() {
  try {
    ensureInstalled();
    ensureBuilt();
    return pinnedNode();
  } catch (error) {
    if (!(error instanceof PreparationFailed)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const main = fileURLToPath(new URL("../src/server/main.ts", import.meta.url));
const shop = spawn(prepare(), ["--disable-warning=ExperimentalWarning", main], {
  // The channel carries no messages: its end tells the shop that this process is gone.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV || "production" },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => shop.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
}
shop.on("exit", (code, signal) => process.exit(signal ? 1 : code));

// When npm itself is killed nobody forwards a signal: the shop must not live on unseen and hold the data folder.
if (process.env.npm_lifecycle_event && process.platform !== "win32") {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) shop.kill("SIGTERM");
  }, ORPHAN_POLL_MS);
}
