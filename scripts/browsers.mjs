/**
 * `npm run browsers [-- -t Firefox]`: a purchase, the measuring guide and the admin in Firefox and WebKitGTK, also on a
 * fresh clone. Arguments go to Vitest.
 */
import { spawnSync } from "node:child_process";
import { chooseOrderSeed, vitestOrder } from "./order-seed.mjs";
import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

/** Debian's: Firefox speaks WebDriver BiDi itself; WebKitGTK needs its driver, a screen in memory and windows by GJS. */
const PACKAGES = ["firefox-esr", "webkit2gtk-driver", "gir1.2-webkit2-4.1", "gjs", "xvfb"];

function isInstalled(name) {
  const { stdout } = spawnSync("dpkg", ["-s", name], { encoding: "utf8" });
  return /^Status: install ok installed$/m.test(stdout ?? "");
}

function installBrowsers() {
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0) {
    console.log(`Installing ${missing.join(", ")} from Debian's packages…`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    const install = ["install", "-y", "-qq", "--no-install-recommends"];
    spawnSync("apt-get", install.concat(missing), { stdio: "ignore", env });
  }
  const absent = PACKAGES.filter((name) => !isInstalled(name));
  if (absent.length === 0) return;
  throw new PreparationFailed(
    `'npm run browsers' needs Debian's packages ${absent.join(", ")}; as root it installs them itself.`,
  );
}

try {
  process.chdir(new URL("..", import.meta.url).pathname);
  ensureInstalled();
  installBrowsers();
  ensureBuilt();
  const program = ["node_modules/vitest/vitest.mjs", "run", "--project=browsers"];
  const order = vitestOrder(chooseOrderSeed());
  const done = spawnSync(pinnedNode(), program.concat(order, process.argv.slice(2)), {
    stdio: "inherit",
  });
  process.exitCode = done.status ?? 1;
} catch (error) {
  if (!(error instanceof PreparationFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
