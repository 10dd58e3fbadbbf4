import { execFileSync, spawn } from "node:child_process";
import { existsSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import { copyShop } from "../support/copy-shop.ts";
import { databasePasswordOf, readDatabaseServer } from "../support/database-server.ts";
import { shopUrlOf, shopVariables } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";
import { smallDisk } from "./small-disk.ts";

const { dataDir, start, startReady } = shopSuite();
const PAGE_BYTES = 8_192;

/** Through a running server, then stopped. */
async function fileOfTable(folder: string, table: string): Promise<string> {
  const password = databasePasswordOf(folder);
  const database = await startEmbeddedDatabase({ dataDir: folder, password, log: console });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("select pg_relation_filepath($1) as file", [table]);
  await client.end();
  await database.stop();
  return join(folder, "postgres", rows[0].file);
}

function overwrite(file: string, position: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(200, 0x5a), 0, 200, position);
}

const oneLine = /^[^\n]+\n$/;

test("a port that another program uses is refused with one line before anything is written, and opens once it is free", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { code, stderr, stdout } = await start({ PORT: String(port) }).ended;
  other.close();
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr: `PORT: ${port} is already used by another program.\n`,
  });
  expect(existsSync(dataDir().path)).toBe(false);

  const shop = startReady({ PORT: String(port) });
  expect((await fetch(await shopUrlOf(shop))).status).toBe(200);
});

test("a damaged page of a table is refused with one line, and the database is stopped", async () => {
  const { fill, path } = dataDir();
  fill(inject("readyShop"));
  overwrite(await fileOfTable(path, "products"), PAGE_BYTES - 400);
  const { code, stderr, stdout } = await start().ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toMatch(/damaged.*npm run restore/);
  expect(readDatabaseServer(path)).toBeNull();
});

test("a missing file of a table is refused with one line", async () => {
  const { fill, path } = dataDir();
  fill(inject("readyShop"));
  rmSync(await fileOfTable(path, "order_items"));
  const { code, stderr } = await start().ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toMatch(/damaged.*npm run restore/);
});

test("a damaged control file of the database is refused with one line", async () => {
  const { fill, path } = dataDir();
  fill(inject("readyShop"));
  overwrite(join(path, "postgres", "global", "pg_control"), 0);
  const { code, stderr } = await start().ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toMatch(/damaged.*npm run restore/);
});

test("a full disk is refused with one line before anything is written, by a new shop and by an old one", async (context) => {
  const folder = dataDir().path;
  const disk = smallDisk(folder, 90);
  if (!disk) context.skip("mounting is not permitted here");
  try {
    const first = await start().ended;
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/^DATA_DIR: only \d+ MB are free [^\n]+\n$/);
    expect(readdirSync(folder)).toEqual([]);

    copyShop(inject("readyShop"), folder);
    const files = readdirSync(folder);
    execFileSync("sh", ["-c", `cat /dev/zero > ${join(folder, "rest")} 2>/dev/null || true`]);
    const second = await start().ended;
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^DATA_DIR: only 0 MB are free [^\n]+\n$/);
    expect(readdirSync(folder).filter((name) => name !== "rest")).toEqual(files);
  } finally {
    disk?.unmount();
  }
});

/** Complete only after `finish`. */
function openRequest(url: string) {
  const sent = request(`${url}/cart/quote`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, "content-length": "12" },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once("response", (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    });
    sent.once("error", reject);
  });
  sent.write('{"items"');
  return { status, finish: () => sent.end(":[]}") };
}

test("SIGTERM to npm start ends it only after the requests in flight", async () => {
  const { fill, path } = dataDir();
  fill(inject("readyShop"));
  const npm = spawn("npm", ["start"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...shopVariables(path) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    let said = "";
    npm.stdout.on("data", (bytes) => {
      said += bytes;
      const found = /is open at (http\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const events: string[] = [];
  const ended = new Promise<void>((resolve) =>
    npm.once("exit", () => {
      events.push("npm ended");
      resolve();
    }),
  );
  const open = openRequest(url);
  await fetch(`${url}/healthz`);
  npm.kill("SIGTERM");
  const refused = async () =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );
  while (!(await refused()));
  open.finish();
  events.push(`response ${await open.status}`);
  await ended;
  expect(events).toEqual(["response 400", "npm ended"]);
  expect(readDatabaseServer(path)).toBeNull();
});
