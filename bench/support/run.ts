import { readFileSync } from "node:fs";
import type { Budget, Metric } from "./metric.ts";
import { keepsBudget } from "./metric.ts";
import { LOAD_CORE, pinToCore } from "./processor.ts";

const FOLDER = new URL("../", import.meta.url);
const SUFFIX = ".bench.ts";

type Row = { subject: string; value: string; budget: string; passed: boolean };

function describe(budget: Budget | undefined): string {
  const { atLeast, atMost } = budget ?? {};
  if (atLeast !== undefined && atMost !== undefined) return `${atLeast} to ${atMost}`;
  if (atLeast !== undefined) return `>= ${atLeast}`;
  return atMost === undefined ? "none" : `<= ${atMost}`;
}

function print(rows: readonly Row[]): void {
  const width = (pick: (row: Row) => string) => Math.max(...rows.map((row) => pick(row).length));
  const subject = width((row) => row.subject);
  const metric = width((row) => row.value);
  const budget = width((row) => row.budget);
  console.log("");
  for (const row of rows) {
    console.log(
      `${row.subject.padEnd(subject)}  ${row.value.padStart(metric)}  ${row.budget.padEnd(budget)}  ${row.passed ? "pass" : "FAIL"}`,
    );
  }
}

async function runBench(name: string, budgets: Record<string, Budget>): Promise<Row[]> {
  console.log(`${name}…`);
  const { measure } = (await import(new URL(name + SUFFIX, FOLDER).href)) as {
    measure(): Promise<Metric[]>;
  };
  return (await measure()).map((metric) => ({
    subject: metric.subject,
    value: metric.value.toFixed(2),
    budget: describe(budgets[metric.subject]),
    passed: keepsBudget(metric, budgets[metric.subject]),
  }));
}

if (process.platform !== "linux") {
  console.error("The benchmarks read processor time from /proc: run them on Linux.");
  process.exit(1);
}
pinToCore(process.pid, LOAD_CORE);
const budgets: Record<string, Record<string, Budget>> = JSON.parse(
  readFileSync(new URL("budgets.json", FOLDER), "utf8"),
);
const rows: Row[] = [];
for (const name of process.argv.slice(2)) {
  rows.push(...(await runBench(name, budgets[name] ?? {})));
}
print(rows);
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;
