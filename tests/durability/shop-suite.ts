import { join } from "node:path";
import { afterEach, beforeEach, inject } from "vitest";
import type { Running } from "./shop-process.ts";
import { killTree, runProgram, shopVariables, temporaryDataDir } from "./shop-process.ts";

const programs = join(import.meta.dirname, "../../src/server");

/** Gives every test its own data folder for the shop's programs, and kills what is still running when it ends. */
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
    /** Starts the shop, by default on any free port. */
    start,
    /** Starts it in a copy of the ready-made shop: for what does not begin with a first start. */
    startReady(variables: Record<string, string> = {}) {
      dataDir.fill(inject("readyShop"));
      return start(variables);
    },
    /** Runs one of the owner's commands. */
    command: (...args: string[]) => run("commands/main.ts", args, {}),
  };
}
