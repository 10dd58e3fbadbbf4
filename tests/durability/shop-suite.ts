import { join } from "node:path";
import { afterEach, beforeEach, inject } from "vitest";
import type { Running } from "../support/shop/shop-process.ts";
import {
  killTree,
  runProgram,
  shopVariables,
  temporaryDataDir,
} from "../support/shop/shop-process.ts";

const programs = join(import.meta.dirname, "../../src/server");

/** Each test has its data folder and ends what it started. */
export function shopSuite() {
  let dataDir: ReturnType<typeof temporaryDataDir>;
  let running: Running[] = [];
  beforeEach(() => {
    dataDir = temporaryDataDir();
  });
  afterEach(async () => {
    for (const program of running) {
      killTree(program, dataDir.path);
      await program.ended;
    }
    running = [];
    await dataDir.close();
  });
  function run(file: string, args: string[], variables: Record<string, string>): Running {
    const started = runProgram(join(programs, file), args, {
      env: { ...shopVariables(dataDir.path), ...variables },
    });
    running.push(started);
    return started;
  }
  const start = (variables: Record<string, string> = {}) => run("main.ts", [], variables);
  return {
    dataDir: () => dataDir,
    start,
    /** In a copy of the ready shop. */
    startReady(variables: Record<string, string> = {}) {
      dataDir.fill(inject("readyShop"));
      return start(variables);
    },
    command: (...args: string[]) => run("commands/main.ts", args, {}),
  };
}
