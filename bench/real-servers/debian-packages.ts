import { spawnSync } from "node:child_process";

/** Installs what is missing of Debian's packages; nothing starts by itself where policy-rc.d forbids it. */
export function installPackages(names: readonly string[]): void {
  const isInstalled = (name: string) => {
    const { stdout } = spawnSync("dpkg", ["-s", name], { encoding: "utf8" });
    return stdout.includes("\nStatus: install ok installed\n");
  };
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new Error(`Please install them first: sudo apt-get install ${missing.join(" ")}`);
  }
  console.log(`Installing ${missing.join(", ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const run = (...args: string[]) => spawnSync("apt-get", args, { env, encoding: "utf8" });
  run("update");
  const { status, stderr } = run("install", "-y", "--no-install-recommends", ...missing);
  if (status !== 0) throw new Error(`The packages could not be installed: ${stderr}`);
}
