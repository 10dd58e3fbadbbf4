import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { makeRunFolder } from "#tests/support/run-folder.ts";
import { startEmbeddedDatabase } from "./embedded.server.ts";

const EMAIL = "quamina.zephyrine@example.com";

test("the built-in Postgres logs no failed statement, because its details quote rows", async () => {
  const dataDir = makeRunFolder("atelier-postgres-log");
  const database = await startEmbeddedDatabase({
    dataDir,
    password: "only-for-tests",
    log: { error: () => undefined },
  });
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query("create table people (email text unique)");
    const add = () => client.query("insert into people values ($1)", [EMAIL]);
    await add();
    await expect(add()).rejects.toMatchObject({ detail: expect.stringContaining(EMAIL) });
    await expect(client.query(`select '${EMAIL}'::int`)).rejects.toThrow(EMAIL);
  } finally {
    await client.end();
    await database.stop();
  }
  const log = await readFile(join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("ready to accept connections");
  expect(log).not.toContain("zephyrine");
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);
