import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acceptStage, holdsParts, openStage, settleRestore } from "./stage.server.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "atelier-stage-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const FOLDERS = ["postgres", "uploads"];
const KEY_FILES = ["secrets.json", "database-password.json"];

/** Four files that name their shop. */
function write(folder: string, who: string): void {
  for (const part of FOLDERS) {
    mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, part, "who"), who);
  }
  for (const file of KEY_FILES) writeFileSync(join(folder, file), who);
}

function whoIsIn(folder: string): string[] {
  return [...FOLDERS.map((part) => `${part}/who`), ...KEY_FILES].map((name) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "nobody",
  );
}

const all = (who: string) => [who, who, who, who];
const ASIDE = "before-restore-2026";

async function stageNew(): Promise<void> {
  write(await openStage(dataDir), "new");
}

test("the staged shop takes the place of the present one, which is kept aside", async () => {
  write(dataDir, "old");
  writeFileSync(join(dataDir, "postgres.log"), "log");
  await stageNew();
  expect(await acceptStage(dataDir, ASIDE)).toBe(join(dataDir, ASIDE));
  expect(whoIsIn(dataDir)).toEqual(all("new"));
  expect(whoIsIn(join(dataDir, ASIDE))).toEqual(all("old"));
  expect(readdirSync(dataDir).sort()).toEqual(
    [ASIDE, "postgres.log", ...FOLDERS, ...KEY_FILES].sort(),
  );
});

test("into an empty folder nothing is kept aside", async () => {
  expect(holdsParts(dataDir)).toBe(false);
  await stageNew();
  expect(await acceptStage(dataDir, ASIDE)).toBeNull();
  expect(whoIsIn(dataDir)).toEqual(all("new"));
  expect(holdsParts(dataDir)).toBe(true);
});

test("cut off before it was decided, the present shop stays and what was begun goes", async () => {
  write(dataDir, "old");
  await stageNew();
  expect(await settleRestore(dataDir)).toBeNull();
  expect(whoIsIn(dataDir)).toEqual(all("old"));
  expect(readdirSync(dataDir).sort()).toEqual([...FOLDERS, ...KEY_FILES].sort());
});

test("cut off at any moment after it was decided, the next start finishes it", async () => {
  // In the order of the exchange.
  const moves = [...FOLDERS, ...KEY_FILES].flatMap((part) => [
    [part, `${ASIDE}/${part}`],
    [`restore.ready/${part}`, part],
  ]);
  for (let done = 0; done <= moves.length; done += 1) {
    const folder = join(dataDir, String(done));
    write(folder, "old");
    write(join(folder, "restore.ready"), "new");
    writeFileSync(join(folder, "restore.ready", "kept-aside.txt"), ASIDE);
    if (done > 0) mkdirSync(join(folder, ASIDE));
    for (const [from = "", to = ""] of moves.slice(0, done)) {
      renameSync(join(folder, from), join(folder, to));
    }
    await settleRestore(folder);
    expect(whoIsIn(folder)).toEqual(all("new"));
    expect(whoIsIn(join(folder, ASIDE))).toEqual(all("old"));
    expect(existsSync(join(folder, "restore.ready"))).toBe(false);
  }
});

test("a folder in which nothing was restored is left as it is", async () => {
  write(dataDir, "old");
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  expect(await settleRestore(dataDir)).toBeNull();
  expect(readdirSync(dataDir)).toEqual(readdirSync(copy));
  rmSync(copy, { recursive: true });
});
