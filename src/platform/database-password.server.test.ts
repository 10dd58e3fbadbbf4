import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findDatabasePassword, loadDatabasePassword } from "./database-password.server.ts";
import { parseEnv } from "./env.server.ts";
import { loadSecrets, newSecret, rotateSecretsFile } from "./secrets.server.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "atelier-password-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const PASSWORD = "p".repeat(43);

/** As the version before wrote it. */
const EARLIER = {
  databasePassword: PASSWORD,
  authSecret: newSecret(),
  settingsKey: newSecret(),
  oldAuthSecrets: [newSecret()],
  oldSettingsKeys: [],
};

const writeEarlier = () =>
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(EARLIER), { mode: 0o600 });

test("the password of the database's owner is made once, in a file of its own that only its owner may read", async () => {
  expect(await findDatabasePassword(dataDir)).toBeNull();
  const made = await loadDatabasePassword(dataDir);
  expect(await loadDatabasePassword(dataDir)).toBe(made);
  expect(await findDatabasePassword(dataDir)).toBe(made);
  expect(statSync(join(dataDir, "database-password.json")).mode & 0o777).toBe(0o600);
  const secrets = await loadSecrets(parseEnv({ DATA_DIR: dataDir }));
  expect(JSON.stringify(secrets)).not.toContain(made);
  expect(readFileSync(join(dataDir, "secrets.json"), "utf8")).not.toContain(made);
});

test("the password in the secrets of an earlier version moves, and every other secret stays", async () => {
  writeEarlier();
  expect(await findDatabasePassword(dataDir)).toBe(PASSWORD);
  const before = await loadSecrets(parseEnv({ DATA_DIR: dataDir }));
  expect(await loadDatabasePassword(dataDir)).toBe(PASSWORD);
  const { databasePassword: _, ...others } = EARLIER;
  expect(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"))).toEqual(others);
  expect(await findDatabasePassword(dataDir)).toBe(PASSWORD);
  expect(await loadSecrets(parseEnv({ DATA_DIR: dataDir }))).toEqual(before);
});

test("a rotation before the move keeps the password, and a folder that an earlier version restored wins", async () => {
  writeEarlier();
  await rotateSecretsFile(dataDir, { forgetOld: false });
  expect(await loadDatabasePassword(dataDir)).toBe(PASSWORD);
  writeFileSync(
    join(dataDir, "secrets.json"),
    JSON.stringify({ ...EARLIER, databasePassword: "q".repeat(43) }),
  );
  expect(await loadDatabasePassword(dataDir)).toBe("q".repeat(43));
  expect(await findDatabasePassword(dataDir)).toBe("q".repeat(43));
});

test("a lost password is made anew beside a database, and a damaged file is named", async () => {
  mkdirSync(join(dataDir, "postgres"));
  const made = await loadDatabasePassword(dataDir);
  expect(await findDatabasePassword(dataDir)).toBe(made);
  writeFileSync(join(dataDir, "database-password.json"), "{");
  await expect(loadDatabasePassword(dataDir)).rejects.toThrow("is damaged");
});
