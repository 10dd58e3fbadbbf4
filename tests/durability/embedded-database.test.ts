import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client, Pool } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { findDatabaseUser, SUPERUSER } from "#db/embedded/cluster.server.ts";
import { OWNER_ROLE } from "#db/embedded/roles.server.ts";
import { PASSWORD_FILE } from "#platform/database-password.server.ts";
import {
  databasePasswordOf,
  readDatabaseServer,
  runningDatabaseServer,
} from "../support/database-server.ts";
import { listFolder } from "../support/list-folder.ts";
import { isAlive } from "../support/process-tree.ts";
import type { Running } from "../support/shop/shop-process.ts";
import { killAt, killTree, runProgram, temporaryDataDir } from "../support/shop/shop-process.ts";
import { waitUntil } from "../support/wait-until.ts";

const program = join(import.meta.dirname, "hold-database.ts");
const isRoot = process.getuid?.() === 0;
let dataDir: ReturnType<typeof temporaryDataDir>;
let password: string;
let running: Running[];

const start = (options = {}) => {
  const started = runProgram(program, [dataDir.path, password], options);
  running.push(started);
  return started;
};

function prepareDatabase(): void {
  dataDir.fill(inject("readyShop"));
  password = databasePasswordOf(dataDir.path);
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeEach(() => {
  dataDir = temporaryDataDir();
  password = "a-password-only-for-tests";
  running = [];
});

afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await dataDir.close();
});

test("the database runs with fsync, checksums, UTF-8 and a fixed collation", async () => {
  const url = await start().saying(/^postgres:/);
  const [row] = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
       current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding,
       (select datlocale from pg_database where datname = current_database()) as locale, lower('ÉÖ') as lower`,
  );
  expect(row).toEqual({
    fsync: "on",
    checksums: "on",
    commit: "on",
    encoding: "UTF8",
    locale: "C.UTF-8",
    lower: "éö",
  });
});

test("the database refuses connections without its password", async () => {
  prepareDatabase();
  const url = new URL(await start().saying(/^postgres:/));
  url.password = "guess";
  await expect(query(url.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
});

/** Signs in as the superuser, with the password beside the data and with none. */
async function expectNoSuperuser(url: string): Promise<void> {
  const [owner] = await query<{ name: string; isSuper: boolean; owned: number }>(
    url,
    `select current_user as name, rolsuper as "isSuper",
            (select count(*)::int from pg_class where relowner = 10 and relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'), to_regnamespace('drizzle'))
                and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) as owned
       from pg_roles where rolname = current_user`,
  );
  expect(owner).toEqual({ name: OWNER_ROLE, isSuper: false, owned: 0 });
  for (const password of [databasePasswordOf(dataDir.path), ""]) {
    const superuser = new URL(url);
    Object.assign(superuser, { username: SUPERUSER, password });
    await expect(query(superuser.href, "select 1")).rejects.toThrow(
      /authentication failed|password/,
    );
  }
  for (const statement of [
    `alter role ${SUPERUSER} password 'mine'`,
    `set role ${SUPERUSER}`,
    `grant ${SUPERUSER} to current_user`,
    "alter role current_user superuser",
    "create role another superuser login",
    "copy (select 1) to program 'true'",
    "select pg_read_file('PG_VERSION')",
    "alter system set log_statement = 'all'",
  ]) {
    await expect(query(url, statement)).rejects.toThrow(/permission denied|must be/i);
  }
}

test("the password beside the data is of an owner, and nobody signs in as the superuser", async () => {
  prepareDatabase();
  await expectNoSuperuser(await start().saying(/^postgres:/));
});

test("a lost password is given to the owner anew, also over kills at any moment of it", async () => {
  prepareDatabase();
  const first = start();
  await query(await first.saying(/^postgres:/), "create table kept as select 1 as value");
  first.child.kill("SIGTERM");
  await first.ended;
  password = "made-anew-because-it-was-lost";
  writeFileSync(join(dataDir.path, PASSWORD_FILE), JSON.stringify({ password }));
  for (const delayMs of [100, 200, 250, 300, 350, 400, 450, 500, 600]) {
    const killed = start();
    await Promise.race([killed.ended, wait(delayMs)]);
    killed.child.kill("SIGKILL");
    await killed.ended;
  }
  const url = await start().saying(/^postgres:/);
  expect(await query(url, "select value from kept")).toEqual([{ value: 1 }]);
  await expectNoSuperuser(url);
});

test("SIGTERM stops the database cleanly", async () => {
  prepareDatabase();
  const first = start();
  await first.saying(/^postgres:/);
  first.child.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
  expect(readDatabaseServer(dataDir.path)).toBeNull();
});

test("a database server that outlived its killed shop is reused and nothing written is lost", async () => {
  prepareDatabase();
  const first = start();
  await query(await first.saying(/^postgres:/), "create table kept as select 1 as value");
  const orphan = runningDatabaseServer(dataDir.path);
  first.child.kill("SIGKILL");
  await first.ended;
  expect(orphan && isAlive(orphan.pid)).toBe(true);

  const rows = await query(await start().saying(/^postgres:/), "select value from kept");
  expect(rows).toEqual([{ value: 1 }]);
  expect(runningDatabaseServer(dataDir.path)?.pid).not.toBe(orphan?.pid);
});

test("the database recovers after its whole process tree was killed and loses nothing", async () => {
  prepareDatabase();
  const first = start();
  await query(await first.saying(/^postgres:/), "create table kept as select 1 as value");
  killTree(first, dataDir.path);
  await first.ended;

  const rows = await query(await start().saying(/^postgres:/), "select value from kept");
  expect(rows).toEqual([{ value: 1 }]);
});

test("a stale pid file whose number belongs to another program does not prevent a start", async () => {
  prepareDatabase();
  const first = start();
  await first.saying(/^postgres:/);
  killTree(first, dataDir.path);
  await first.ended;
  const stranger = spawn("sleep", ["60"], { ...(await findDatabaseUser()) });
  const pidFile = join(dataDir.path, "postgres", "postmaster.pid");
  writeFileSync(pidFile, `${stranger.pid}\n${join(dataDir.path, "postgres")}\n1\n5432\n\n\n\n`);
  try {
    await start().saying(/^postgres:/);
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test("a truncated pid file does not prevent a start", async () => {
  prepareDatabase();
  const first = start();
  await first.saying(/^postgres:/);
  killTree(first, dataDir.path);
  await first.ended;
  writeFileSync(join(dataDir.path, "postgres", "postmaster.pid"), "");
  await start().saying(/^postgres:/);
});

test("a kill at any moment of the very first start leaves a folder that the next start completes", async () => {
  /** Of the unfinished cluster; a whole one has about 1,000. */
  const countFiles = () => {
    const unfinished = listFolder(dataDir.path).find((name) => /\.new-\w+$/.test(name));
    return unfinished ? listFolder(join(dataDir.path, unfinished), true).length : 0;
  };
  for (const count of [1, 30, 350, 700]) {
    const first = start();
    const moment = [`${count} files are written`, () => countFiles() >= count] as const;
    await killAt(first, moment, () => first.child.kill("SIGKILL"));
  }
  const url = await start().saying(/^postgres:/);
  expect(await query(url, "select 1 as value")).toEqual([{ value: 1 }]);
  expect(readdirSync(dataDir.path).filter((name) => name.includes(".new-"))).toEqual([]);
});

test("a second copy is refused with one line and the first continues", async () => {
  prepareDatabase();
  const url = await start().saying(/^postgres:/);
  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toBe(`Another copy of the shop is already running on ${dataDir.path}.\n`);
  expect(await query(url, "select 1 as value")).toEqual([{ value: 1 }]);
});

test("of copies started at the same time exactly one wins, also beside an orphaned server", async () => {
  for (let round = 0; round < 3; round += 1) {
    const copies = [start(), start(), start()];
    const lines = await Promise.allSettled(copies.map((copy) => copy.saying(/^postgres:/)));
    const winners = copies.filter((_, index) => lines[index]?.status === "fulfilled");
    expect(winners).toHaveLength(1);
    // The database server continues.
    winners[0]?.child.kill("SIGKILL");
    await winners[0]?.ended;
  }
});

test("a server killed under a running shop restarts on the same port and the pools recover", async () => {
  prepareDatabase();
  const pool = new Pool({ connectionString: await start().saying(/^postgres:/) });
  pool.on("error", () => undefined);
  await pool.query("create table kept as select 1 as value");
  const before = runningDatabaseServer(dataDir.path);
  if (before) process.kill(before.pid, "SIGKILL");
  await waitUntil("another server runs", () => {
    const after = runningDatabaseServer(dataDir.path);
    return after !== null && after.pid !== before?.pid;
  });
  const readStored = () =>
    pool.query("select value from kept").then(
      ({ rows }) => rows,
      () => [],
    );
  await expect.poll(readStored).toEqual([{ value: 1 }]);
  await pool.end();
});

test.runIf(isRoot)(
  "a start by root names the folder that the database's user cannot read and how to fix it",
  async () => {
    const closed = dirname(dataDir.path);
    chmodSync(closed, 0o700);
    const { code, stderr } = await start().ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `The database runs as the user 'postgres', who may not enter ${closed}: run 'chmod o+x ${closed}', move the shop and its data to a folder open to all (such as /srv), or start it as an ordinary user.\n`,
    );
  },
);

test.runIf(isRoot)("an ordinary user runs the database under their own name", async () => {
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, "nobody"])),
  );
  mkdirSync(dataDir.path);
  chownSync(dataDir.path, uid, gid);
  const url = await start({ uid, gid }).saying(/^postgres:/);
  expect(await query(url, "select 1 as value")).toEqual([{ value: 1 }]);
});
