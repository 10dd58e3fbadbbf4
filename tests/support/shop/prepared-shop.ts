import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { copyShop } from "../copy-shop.ts";
import { makeRunFolder } from "../run-folder.ts";
import { OWNER } from "./owner-account.ts";
import { runProgram, shopUrlOf, shopVariables } from "./shop-process.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SHARED = join(ROOT, "node_modules/.cache/prepared-shop");
const SHOP_PROGRAM = join(ROOT, "src/server/main.ts");

/** Whatever decides what an empty shop is filled with. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = globSync(["src/**/*.{ts,tsx,sql,json}", "demo/**/*.*", "package-lock.json"], {
    cwd: ROOT,
    exclude: (name) => /\.test\.tsx?$/.test(String(name)),
  });
  for (const file of files.toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function openOnceAndClose(dataDir: string): Promise<void> {
  const environment = {
    ...shopVariables(dataDir),
    ADMIN_USERNAME: OWNER.username,
    ADMIN_PASSWORD: OWNER.password,
  };
  const shop = runProgram(SHOP_PROGRAM, [], { env: environment });
  await shopUrlOf(shop);
  shop.child.kill("SIGTERM");
  const { code, stderr } = await shop.ended;
  if (code !== 0) throw new Error(`The prepared shop did not close in order: ${stderr}`);
}

/** Another run may have been faster. */
async function appear(draft: string, prepared: string): Promise<void> {
  try {
    await rename(draft, prepared);
  } catch (error) {
    if (!(await exists(prepared))) throw error;
    await rm(draft, { recursive: true });
  }
}

/** Other fingerprints belong to code that is no more; a draft, with a dot in its name, to another run. */
async function removeOthers(cache: string, current: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const isOld = !name.includes(".") && join(cache, name) !== current;
    if (isOld) await rm(join(cache, name), { recursive: true, force: true });
  }
}

/**
 * The data folder of a shop with the demo catalogue and its owner's account, opened once and closed in order. It is made
 * once for each state of the code and stored under node_modules/.cache, or in the folder that a caller has of its own.
 */
export async function prepareShop(cache = SHARED): Promise<string> {
  const prepared = join(cache, fingerprint());
  if (await exists(prepared)) return prepared;
  const folder = makeRunFolder("atelier-prepared");
  try {
    await openOnceAndClose(join(folder, "data"));
    const draft = `${prepared}.${process.pid}`;
    await mkdir(cache, { recursive: true });
    copyShop(join(folder, "data"), draft);
    await appear(draft, prepared);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  await removeOthers(cache, prepared);
  return prepared;
}
