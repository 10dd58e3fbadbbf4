import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/check-aliases.mjs");

const SOURCES = {
  renaming: `import { findOrder as readPurchase } from "./orders.ts";
export const load = ({ order: purchase = readPurchase() }: { order?: string }) => {
  const { total: sum } = JSON.parse(purchase);
  const amount = sum;
  return [purchase, amount];
};
`,
  telling: `import { Order as StoredOrder } from "./orders.ts";
export const load = ({ id: orderId }: StoredOrder) => orderId;
`,
  apart: `import { Dialog as Base } from "kit";
import { data } from "router";
export function Dialog() {
  return <Base />;
}
export function load(id: string, rows: { id: string }[]) {
  const { data: result, init } = data(id);
  const { id: first } = rows[0];
  const { name: mine } = read(first);
  const { name: yours } = read(id);
  return [result, init, mine, yours, rows.map(({ id: each }) => each)];
}
declare function read(id: string): { name: string };
`,
  elsewhere: `declare function read(): { name: string };
export function one() {
  const { name: mine } = read();
  return mine;
}
export function other(name: string) {
  return name;
}
`,
  foreign: `import { headersOfForms, DAY_MS } from "./web.ts";
export const headers = headersOfForms;
const MAX_SESSION_MS = DAY_MS;
let count = 0;
export function load(session: any, limit: { default: number }) {
  const { payment_intent: intent } = session;
  const { secret: _, ...shown } = session;
  const { default: initial } = limit;
  const before = count;
  count += 1;
  return [intent, shown, initial, before, MAX_SESSION_MS];
}
`,
};

let folder: string;
let reported: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "atelier-aliases-"));
  mkdirSync(join(folder, "src"));
  for (const [name, source] of Object.entries(SOURCES)) {
    writeFileSync(join(folder, `src/${name}.tsx`), source);
  }
  const { stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
  reported = stderr.split("\n");
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the check says of a source, as "line: problem". */
function problemsOf(name: keyof typeof SOURCES): string[] {
  const file = `src/${name}.tsx:`;
  return reported.filter((line) => line.startsWith(file)).map((line) => line.replace(file, ""));
}

test("a destructuring, an import and a constant that only rename are found, also in a parameter and with a default", () => {
  expect(problemsOf("renaming")).toEqual([
    "1: findOrder is called readPurchase",
    "2: order is called purchase",
    "3: total is called sum",
    "4: sum is called amount",
  ]);
});

test("a new name that contains the old one says more, and stays", () => {
  expect(problemsOf("telling")).toEqual([]);
});

test("a new name stays that keeps two things of one scope apart", () => {
  expect(problemsOf("apart")).toEqual([]);
});

test("the same name in another function keeps nothing apart", () => {
  expect(problemsOf("elsewhere")).toEqual(["3: name is called mine"]);
});

test("names that other systems write, left-out fields, earlier values, limits and a page's exports stay", () => {
  expect(problemsOf("foreign")).toEqual([]);
});
