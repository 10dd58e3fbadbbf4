import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseEnv } from "./env.server.ts";
import {
  createMeasurementBox,
  createSecretBox,
  loadMeasurementKeys,
  loadSecrets,
  rotateMeasurementKeyFile,
  rotateSecretsFile,
} from "./secrets.server.ts";

const KEY = "k".repeat(40);
const SECRET = "sk_test_51Nabcdefghijklmnop4242";
const box = createSecretBox(KEY);

test("what was sealed opens again, in another process with the same key too", () => {
  const sealed = box.seal(SECRET, "here");
  expect(box.open(sealed, "here")).toBe(SECRET);
  expect(createSecretBox(KEY).open(sealed, "here")).toBe(SECRET);
});

test("nothing of the secret can be read in what is stored, and no two seals are alike", () => {
  const one = box.seal(SECRET, "here");
  const two = box.seal(SECRET, "here");
  expect(JSON.stringify(one)).not.toContain("51Nabc");
  expect(Buffer.from(one.text, "base64url").toString()).not.toContain("51Nabc");
  expect(one.nonce).not.toBe(two.nonce);
  expect(one.text).not.toBe(two.text);
});

test("another key, another place and a changed letter open nothing", () => {
  const sealed = box.seal(SECRET, "here");
  expect(createSecretBox("x".repeat(40)).open(sealed, "here")).toBeNull();
  expect(box.open(sealed, "there")).toBeNull();
  for (const part of ["nonce", "tag", "text"] as const) {
    const first = sealed[part].startsWith("A") ? "B" : "A";
    expect(box.open({ ...sealed, [part]: first + sealed[part].slice(1) }, "here")).toBeNull();
  }
  expect(box.open({ ...sealed, tag: "" }, "here")).toBeNull();
});

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "atelier-secrets-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

test("secrets are made once, are all different and only their owner may read them", async () => {
  const env = parseEnv({ DATA_DIR: join(dataDir, "new") });
  const first = await loadSecrets(env);
  const { authSecret, settingsKey, ...former } = first;
  expect(authSecret).not.toBe(settingsKey);
  expect(former).toEqual({ isInFile: true, oldAuthSecrets: [], oldSettingsKeys: [] });
  expect(statSync(join(dataDir, "new", "secrets.json")).mode & 0o777).toBe(0o600);
  expect(await loadSecrets(env)).toEqual(first);
});

test("secrets of the environment win over the file", async () => {
  const AUTH_SECRET = "a".repeat(32);
  const secrets = await loadSecrets(parseEnv({ DATA_DIR: dataDir, AUTH_SECRET }));
  expect(secrets.authSecret).toBe(AUTH_SECRET);
});

test("a rotation of the file keeps the former values beside the new ones, newest first, until they are forgotten", async () => {
  const env = parseEnv({ DATA_DIR: dataDir });
  const first = await loadSecrets(env);
  await rotateSecretsFile(dataDir, { forgetOld: false });
  const second = await loadSecrets(env);
  await rotateSecretsFile(dataDir, { forgetOld: false });
  const third = await loadSecrets(env);
  expect(new Set([first, second, third].map((each) => each.authSecret)).size).toBe(3);
  expect(new Set([first, second, third].map((each) => each.settingsKey)).size).toBe(3);
  expect(third).toMatchObject({
    isInFile: true,
    oldAuthSecrets: [second.authSecret, first.authSecret],
    oldSettingsKeys: [second.settingsKey, first.settingsKey],
  });
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
  await rotateSecretsFile(dataDir, { forgetOld: true });
  expect(await loadSecrets(env)).toEqual({ ...third, oldAuthSecrets: [], oldSettingsKeys: [] });
});

test("a rotation without a file is refused and writes none", async () => {
  await expect(rotateSecretsFile(dataDir, { forgetOld: false })).rejects.toThrow("set DATA_DIR");
  expect(() => statSync(join(dataDir, "secrets.json"))).toThrow("ENOENT");
});

test("a secret of the environment that replaces the file's keeps the file's readable", async () => {
  const { settingsKey } = await loadSecrets(parseEnv({ DATA_DIR: dataDir }));
  const sealed = createSecretBox(settingsKey).seal(SECRET, "here");
  const secrets = await loadSecrets(parseEnv({ DATA_DIR: dataDir, SETTINGS_KEY: KEY }));
  const changed = createSecretBox(secrets.settingsKey, secrets.oldSettingsKeys);
  expect(changed.open(sealed, "here")).toBe(SECRET);
  expect(changed.seal(SECRET, "here").keyId).toBe(box.keyId);
});

test("former secrets of the environment are a list, and a short one is refused by name", async () => {
  const variables = {
    DATABASE_URL: "postgres://localhost/shop",
    AUTH_SECRET: KEY,
    SETTINGS_KEY: KEY,
  };
  const one = "1".repeat(32);
  const two = "2".repeat(32);
  const env = parseEnv({ ...variables, AUTH_SECRET_OLD: `${one}, ${two}` });
  expect(await loadSecrets(env)).toMatchObject({ oldAuthSecrets: [one, two], oldSettingsKeys: [] });
  expect(() => parseEnv({ ...variables, SETTINGS_KEY_OLD: "short" })).toThrow("SETTINGS_KEY_OLD");
});

test("with a database of one's own nothing is written and no password is made up", async () => {
  const secrets = await loadSecrets(
    parseEnv({
      DATA_DIR: join(dataDir, "unused"),
      DATABASE_URL: "postgres://localhost/shop",
      AUTH_SECRET: "a".repeat(32),
      SETTINGS_KEY: "b".repeat(32),
    }),
  );
  expect(secrets.isInFile).toBe(false);
  expect(() => statSync(join(dataDir, "unused"))).toThrow("ENOENT");
});

test("a damaged file is named and never replaced", async () => {
  writeFileSync(join(dataDir, "secrets.json"), '{"authSecret":');
  await expect(loadSecrets(parseEnv({ DATA_DIR: dataDir }))).rejects.toThrow(
    /secrets\.json is damaged: put it back from a backup\.$/,
  );
});

test("a lost file is not replaced while a database needs it", async () => {
  mkdirSync(join(dataDir, "postgres"));
  await expect(loadSecrets(parseEnv({ DATA_DIR: dataDir }))).rejects.toThrow(
    /secrets\.json is missing, but a database that needs it is there/,
  );
});

test("the measurement key is made once, in a file of its own that only its owner may read", async () => {
  const env = parseEnv({ DATA_DIR: join(dataDir, "new") });
  const made = await Promise.all([loadMeasurementKeys(env), loadMeasurementKeys(env)]);
  expect(made[0]).toEqual(made[1]);
  expect(await loadMeasurementKeys(env)).toEqual(made[0]);
  expect(statSync(join(dataDir, "new", "measurement-key.json")).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, "new"))).toEqual(["measurement-key.json"]);
  const secrets = await loadSecrets(env);
  expect(JSON.stringify(secrets)).not.toContain(made[0]?.current);
});

test("a rotated measurement key opens what the former one sealed, until the former one is forgotten", async () => {
  const env = parseEnv({ DATA_DIR: dataDir });
  await rotateMeasurementKeyFile(dataDir, { forgetOld: false });
  const sealed = createMeasurementBox(await loadMeasurementKeys(env)).seal(SECRET, "here");
  await rotateMeasurementKeyFile(dataDir, { forgetOld: false });
  const rotated = createMeasurementBox(await loadMeasurementKeys(env));
  expect(rotated.open(sealed, "here")).toBe(SECRET);
  expect(rotated.keyId).not.toBe(sealed.keyId);
  await rotateMeasurementKeyFile(dataDir, { forgetOld: true });
  const forgetful = createMeasurementBox(await loadMeasurementKeys(env));
  expect(forgetful.keyId).toBe(rotated.keyId);
  expect(forgetful.open(sealed, "here")).toBeNull();
});

test("the environment's measurement key comes first, with its former values and the file's", async () => {
  const file = await loadMeasurementKeys(parseEnv({ DATA_DIR: dataDir }));
  const variables = { DATA_DIR: dataDir, MEASUREMENT_KEY: KEY };
  const old = "o".repeat(32);
  expect(await loadMeasurementKeys(parseEnv({ ...variables, MEASUREMENT_KEY_OLD: old }))).toEqual({
    current: KEY,
    former: [old, file.current],
  });
  const elsewhere = join(dataDir, "elsewhere");
  expect(await loadMeasurementKeys(parseEnv({ ...variables, DATA_DIR: elsewhere }))).toEqual({
    current: KEY,
    former: [],
  });
  expect(existsSync(elsewhere)).toBe(false);
  expect(() => parseEnv({ MEASUREMENT_KEY: "short" })).toThrow("MEASUREMENT_KEY");
});

test("a damaged measurement key stops the start instead of being replaced", async () => {
  const path = join(dataDir, "measurement-key.json");
  writeFileSync(path, "{");
  await expect(loadMeasurementKeys(parseEnv({ DATA_DIR: dataDir }))).rejects.toThrow("is damaged");
  expect(readFileSync(path, "utf8")).toBe("{");
});

test("one value for both keys opens nothing of the other one", () => {
  const measurementBox = createMeasurementBox({ current: KEY, former: [] });
  expect(measurementBox.keyId).not.toBe(box.keyId);
  const sealed = { ...measurementBox.seal(SECRET, "here"), keyId: box.keyId };
  expect(box.open(sealed, "here")).toBeNull();
});
