import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { SECURE_GUEST_COOKIE } from "#tests/support/guest.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker } from "#tests/support/production.ts";
import { PUBLIC_URL } from "../place-orders/checkout-load.ts";
import type { Metric } from "../support/metric.ts";
import { median } from "../support/metric.ts";
import { LOAD_CORE } from "../support/processor.ts";
import { startMeasuredShop } from "../support/shop.ts";
import type { AttackOrder, AttackResult } from "./attackers.ts";
import type { AttackName, AttackRequest, Targets } from "./attacks.ts";
import { ATTACKS } from "./attacks.ts";
import { send } from "./send.ts";

const MEASUREMENT_KEY = "m".repeat(64);
/** ATTACKS=quotes,contact takes some; ATTACK_SECONDS shortens each. */
const NAMES = Object.keys(ATTACKS) as AttackName[];
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 15);
const IDLE_SECONDS = 10;
const CROWDS = [1, 60];
/** An honest visitor does one thing after another, with a pause. */
const PAUSE_MS = 25;
/** What is under way when an attack ends is done by then. */
const REST_MS = 2_000;

const HONEST_IP = "198.51.100.7";

let unique = 0;

/** What an honest visitor does in turn, from an address that no attacker has. */
const HONEST: Readonly<Record<string, (targets: Targets) => AttackRequest>> = {
  "cached page": () => ({ method: "GET", path: "/about" }),
  "uncached page": () => {
    unique += 1;
    return { method: "GET", path: `/shop?q=${process.pid}x${unique}` };
  },
  quote: ({ cookie, suit }) => ({
    method: "POST",
    path: "/cart/quote",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ items: [{ cartItemId: "line", ...suit, quantity: 1, price: null }] }),
  }),
  "sign-in page": () => ({ method: "GET", path: "/auth" }),
};

type Visits = { ms: Record<string, number[]>; failed: number };

/** Requests everything in turn until `ended`; a response that is no page counts as failed. */
async function visit(port: number, targets: Targets, ended: Promise<unknown>): Promise<Visits> {
  const agent = new Agent({ keepAlive: true });
  const visits: Visits = { ms: {}, failed: 0 };
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [name, requestFor] of Object.entries(HONEST)) {
      const startedMs = performance.now();
      const status = await send({ agent, clientIp: HONEST_IP, port }, requestFor(targets));
      const times = visits.ms[name] ?? [];
      times.push(performance.now() - startedMs);
      visits.ms[name] = times;
      if (status !== 200) {
        visits.failed += 1;
        console.log(`  honest ${name}: ${status}`);
      }
      await wait(PAUSE_MS);
    }
  }
  agent.destroy();
  return visits;
}

/** Resident memory of a process and its descendants in MB. */
function memoryMb(root: number): number {
  const statuses = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/status`, "utf8");
        const field = (key: string) =>
          Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
        return [{ pid: Number(name), parent: field("PPid"), kb: field("VmRSS") }];
      } catch {
        return [];
      }
    });
  const family = new Set([root]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { parent, pid } of statuses) if (family.has(parent)) family.add(pid);
  }
  const kb = statuses.filter(({ pid }) => family.has(pid)).reduce((sum, each) => sum + each.kb, 0);
  return kb / 1_024;
}

async function watchMemory(root: number, ended: Promise<unknown>): Promise<number> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver) {
    most = Math.max(most, memoryMb(root));
    await wait(200);
  }
  return most;
}

async function attack(order: AttackOrder): Promise<AttackResult> {
  const child = fork(new URL("attackers.ts", import.meta.url));
  child.send(order);
  const [result] = await once(child, "message");
  return result as AttackResult;
}

async function prepareTargets(db: Database): Promise<Targets> {
  for (const maker of ["Savi", "Rosa"]) await addMaker(db, maker);
  const id = await addProduct(db, { stock: { Custom: null } });
  await offerToMeasure(db, id);
  const clock = fixedClock(new Date().toISOString());
  const measurementBox = createMeasurementBox({ current: MEASUREMENT_KEY, former: [] });
  const specification = await specify({ db, clock, measurementBox }, id);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where garment_type = 'shirt' and 'Custom' = any(sizes) limit 1`,
  );
  return {
    suit: { id, size: "Custom", color: "", specification },
    cookie: SECURE_GUEST_COOKIE,
    patternProductId: rows[0]?.id ?? "",
  };
}

/** A flood of requests that the shop has no work with measures nothing: the strangers' cart needs the guest's garment. */
async function expectWork(port: number, targets: Targets): Promise<void> {
  const agent = new Agent();
  const needBy = ATTACKS["need-by"].request(targets);
  const status = await send({ agent, clientIp: HONEST_IP, port }, needBy);
  agent.destroy();
  if (status !== 200) throw new Error(`The shop does not know the strangers' garment: ${status}`);
}

/** Floods of one and of 60 addresses, and what an honest visitor at another address notices of them. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop({
    environment: { PUBLIC_URL, MEASUREMENT_KEY, PICTURES: "when-asked" },
    databaseCore: LOAD_CORE,
  });
  const { close, db } = openDatabase({ url: shop.databaseUrl, maxConnections: 2 });
  const targets = await prepareTargets(db);
  const { port } = shop;
  const [pid = 0] = shop.pids;
  await expectWork(port, targets);
  // The first visits compile the code.
  await visit(port, targets, wait(IDLE_SECONDS * 1_000));
  const idle = await visit(port, targets, wait(IDLE_SECONDS * 1_000));
  const idleMs = (name: string) => median(idle.ms[name] ?? []);
  console.log(`  idle: ${JSON.stringify(mediansOf(idle))}, ${memoryMb(pid).toFixed(0)} MB`);
  const wanted = process.env.ATTACKS?.split(",") ?? NAMES;
  const metrics: Metric[] = [];
  for (const name of NAMES.filter((each) => wanted.includes(each))) {
    for (const addresses of CROWDS) {
      const attacked = attack({ name, port, addresses, seconds: SECONDS, targets });
      const [result, visits, memory] = await Promise.all([
        attacked,
        visit(port, targets, attacked),
        watchMemory(pid, attacked),
      ]);
      const crowd = `${name}, ${addresses} ${addresses === 1 ? "address" : "addresses"}`;
      const times = (page: string) => median(visits.ms[page] ?? []) / idleMs(page);
      console.log(
        `  ${crowd}: attackers ${JSON.stringify(result.statuses)}, honest ${JSON.stringify(mediansOf(visits))}, ${memory.toFixed(0)} MB`,
      );
      metrics.push(
        { subject: `${crowd}: honest requests that failed`, value: visits.failed },
        { subject: `${crowd}: cached page, times its idle median`, value: times("cached page") },
        {
          subject: `${crowd}: uncached page, times its idle median`,
          value: times("uncached page"),
        },
        { subject: `${crowd}: memory of the shop in MB`, value: memory },
      );
      await wait(REST_MS);
    }
  }
  await close();
  return metrics;
}

const mediansOf = ({ ms }: Visits) =>
  Object.fromEntries(
    Object.entries(ms).map(([name, times]) => [name, Math.round(median(times) * 10) / 10]),
  );
