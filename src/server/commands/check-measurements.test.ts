import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as afterReads } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROWS = 10_000;
const PROGRAM = fileURLToPath(new URL("main.ts", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "measurements-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** The command on a file of `ROWS` profiles, with pipes to its output. */
async function checkManyRows() {
  const file = join(folder, "profiles.csv");
  const rows = Array.from({ length: ROWS }, (_, i) => `${900 + (i % 200)},${750 + (i % 150)}`);
  await writeFile(file, ["chest,waist", ...rows].join("\n"));
  const args = ["--disable-warning=ExperimentalWarning", PROGRAM, "measurements:check", file];
  const command = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  return { command, exited: once(command, "exit") };
}

test("measurements:check writes the line of each profile into the pipe of a slow reader", async () => {
  const { command, exited } = await checkManyRows();
  const numbers: number[] = [];
  for await (const line of createInterface({ input: command.stdout })) {
    numbers.push(JSON.parse(line).row);
    // The reader is slower than the command writes, so that the pipe is full most of the time.
    await afterReads();
  }
  expect(await exited).toEqual([0, null]);
  expect(numbers).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
});

test("measurements:check writes everything for a reader who begins once the pipe is full", async () => {
  const { command, exited } = await checkManyRows();
  await once(command.stdout, "readable");
  let text = "";
  for await (const chunk of command.stdout.setEncoding("utf8")) text += chunk;
  expect(await exited).toEqual([0, null]);
  expect(text.trimEnd().split("\n")).toHaveLength(ROWS);
});

test("measurements:check ends when its reader leaves after the first line", async () => {
  const { command, exited } = await checkManyRows();
  for await (const line of createInterface({ input: command.stdout })) {
    expect(JSON.parse(line).row).toBe(1);
    break;
  }
  command.stdout.destroy();
  await exited;
});
