import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/check-aliases.mjs");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atelier-aliases-"));
  mkdirSync(join(folder, "src"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the check says of a source file, as "line: problem". */
function problemsOf(source: string): string[] {
  writeFileSync(join(folder, "src/page.tsx"), source);
  const { stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
  return stderr
    .split("\n")
    .filter((line) => line.startsWith("src/"))
    .map((line) => line.replace("src/page.tsx:", ""));
}

test("a destructuring, an import and a constant that only rename are found, also in a parameter and with a default", () => {
  const source = `import { findOrder as readPurchase } from "./orders.ts";
export const load = ({ order: purchase = readPurchase() }: { order?: string }) => {
  const { total: sum } = JSON.parse(purchase);
  const amount = sum;
  return [purchase, amount];
};
`;
  expect(problemsOf(source)).toEqual([
    "1: findOrder is called readPurchase",
    "2: order is called purchase",
    "3: total is called sum",
    "4: sum is called amount",
  ]);
});

test("a new name that contains the old one says more, and stays", () => {
  const source = `import { Order as StoredOrder } from "./orders.ts";
export const load = ({ id: orderId }: StoredOrder) => orderId;
`;
  expect(problemsOf(source)).toEqual([]);
});

test("a new name stays that keeps two things of one scope apart", () => {
  const source = `import { Dialog as Base } from "kit";
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
`;
  expect(problemsOf(source)).toEqual([]);
});

test("the same name in another function keeps nothing apart", () => {
  const source = `declare function read(): { name: string };
export function one() {
  const { name: mine } = read();
  return mine;
}
export function other(name: string) {
  return name;
}
`;
  expect(problemsOf(source)).toEqual(["3: name is called mine"]);
});

test("names that other systems write, left-out fields, earlier values, limits and a page's exports stay", () => {
  const source = `import { headersOfForms, DAY_MS } from "./web.ts";
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
`;
  expect(problemsOf(source)).toEqual([]);
});
