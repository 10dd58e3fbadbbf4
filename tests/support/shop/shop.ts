import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Database, DatabaseHandle } from "#db/client.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { createAuth } from "#platform/auth.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { freePort } from "../free-port.ts";
import { killTree } from "../process-tree.ts";
import { WEBHOOK_SECRET } from "../stripe/webhook-secret.ts";
import type { PreparedRun } from "./prepared-run.ts";
import type { ShopDatabase } from "./shop-database.ts";
import { cloneDatabase } from "./shop-database.ts";
import { linkDerivedImages, linkUploads } from "./shop-files.ts";
import type { Running } from "./shop-process.ts";
import { runProgram, shopUrlOf, shopVariables } from "./shop-process.ts";

export type ShopOptions = {
  /** Further variables of the shop's process. */
  environment?: Readonly<Record<string, string>>;
  /** When the shop's clock starts, in ISO 8601; by default it is the machine's. */
  startsAt?: string;
};

/** A running shop with a process, a database and a data folder of its own. */
export type Shop = {
  url: string;
  dataDir: string;
  /** Where its Stripe would be; a test starts the double there. */
  stripePort: number;
  measurementBox: SecretBox;
  /** The time by the shop's clock. */
  now(): Date;
  /** Before its process began, by the machine's clock, which the job queue's rows have. */
  startedAt: Date;
  /** For data that no request creates. */
  inDatabase<Value>(work: (db: Database) => Promise<Value>): Promise<Value>;
  /** With the shop's own keys. */
  withAuth<Value>(work: (auth: Auth, db: Database) => Promise<Value>): Promise<Value>;
  /** What the process has printed so far. */
  log(): string;
  /** Kills the process and removes its data. */
  stop(): Promise<void>;
};

const SHOP_PROGRAM = join(import.meta.dirname, "../../../src/server/main.ts");
const SHIFTED_CLOCK = pathToFileURL(join(import.meta.dirname, "shifted-clock.mjs")).href;
/** Another program may take a free port before the shop does. */
const MAX_PORT_ATTEMPTS = 5;
const USED_PORT = /already used by another program/;

type Start = {
  run: PreparedRun;
  options: ShopOptions;
  database: ShopDatabase;
  dataDir: string;
  stripePort: number;
};

/** Everything but the port. */
function variablesOf({ run, options, database, dataDir, stripePort }: Start) {
  const clock = options.startsAt
    ? { NODE_OPTIONS: `--import ${SHIFTED_CLOCK}`, SHOP_STARTS_AT: options.startsAt }
    : {};
  return {
    ...shopVariables(dataDir),
    DATABASE_URL: database.programUrl,
    AUTH_SECRET: run.secrets.authSecret,
    SETTINGS_KEY: run.secrets.settingsKey,
    MEASUREMENT_KEY: run.secrets.measurementKey,
    // Each visitor of a test has an address of its own.
    TRUSTED_PROXIES: "127.0.0.1",
    STRIPE_API_BASE: `http://127.0.0.1:${stripePort}`,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ...clock,
    ...options.environment,
  };
}

async function open(start: Start): Promise<{ process: Running; url: string }> {
  const variables = variablesOf(start);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const process = runProgram(SHOP_PROGRAM, [], {
      env: { PUBLIC_URL: url, ...variables, PORT: String(port) },
      // A shop ends with the process that started it.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    try {
      await shopUrlOf(process);
      return { process, url };
    } catch (error) {
      const isPortUsed = USED_PORT.test(String(error));
      if (!isPortUsed || attempt === MAX_PORT_ATTEMPTS) throw error;
    }
  }
}

let count = 0;

/** Starts a shop on clones of the prepared database and files. It is open when this resolves. */
export async function startShop(run: PreparedRun, options: ShopOptions = {}): Promise<Shop> {
  const startsAtMs = options.startsAt ? Date.parse(options.startsAt) : Date.now();
  const shiftMs = options.startsAt ? startsAtMs - Date.now() : 0;
  count += 1;
  const dataDir = join(run.folder, `shop-${process.pid}-${count}`);
  linkUploads(run.folder, dataDir);
  const database = await cloneDatabase(run, shiftMs);
  const stripePort = await freePort();
  const startedAt = new Date();
  const { process: running, url } = await open({ run, options, database, dataDir, stripePort });
  let handle: DatabaseHandle | null = null;
  const inDatabase = <Value>(work: (db: Database) => Promise<Value>) => {
    handle ??= database.open();
    return work(handle.db);
  };
  const env = parseEnv({ DATA_DIR: dataDir, PUBLIC_URL: url });
  const { authSecret, measurementKey } = run.secrets;
  return {
    url,
    dataDir,
    stripePort,
    measurementBox: createMeasurementBox({ current: measurementKey, former: [] }),
    now: () => new Date(Date.now() + shiftMs),
    startedAt,
    inDatabase,
    withAuth: (work) =>
      inDatabase((db) => work(createAuth({ db, env, secret: authSecret, publicUrl: url }), db)),
    log: () => running.printed(),
    async stop() {
      if (running.child.pid) killTree(running.child.pid);
      await running.ended;
      await handle?.close();
      await database.drop();
      linkDerivedImages(dataDir, run.folder, new Set(run.imageIds));
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
