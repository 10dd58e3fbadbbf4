/** The system's Chromium, else Debian's package as root, else Playwright's. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// The headless shell halves the time.
const SYSTEM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

function systemBrowser() {
  for (const name of SYSTEM_NAMES) {
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (found.status === 0) return found.stdout.trim();
  }
  return null;
}

function installDebianPackage() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  console.log("Installing Chromium from Debian's packages…");
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "-qq", "chromium-headless-shell"];
  spawnSync("apt-get", install, { stdio: "ignore", env: environment });
  return systemBrowser();
}

function installPlaywrightsOwn() {
  console.log("Installing Playwright's Chromium…");
  execFileSync(process.execPath, ["node_modules/playwright-core/cli.js", "install", "chromium"], {
    stdio: "inherit",
  });
  return "";
}

/** "" for Playwright's own. */
export function findBrowser() {
  return systemBrowser() ?? installDebianPackage() ?? installPlaywrightsOwn();
}
