import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Running } from "./shop-process.ts";
import { killTree, runProgram, temporaryDataDir } from "./shop-process.ts";

const programs = join(import.meta.dirname, "../../src/server");

/**
 * Sets a file of tests up that start the shop's own programs: every test has a data folder of its own, and whatever it started and
 * left running is killed when it ends.
 */
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
    const { PATH } = process.env;
    const fixed = {
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      PICTURES: "when-asked",
      DATA_DIR: dataDir.path,
    };
    const started = runProgram(join(programs, file), args, {
      env: { PATH, ...fixed, ...variables },
    });
    running.push(started);
    return started;
  }
  return {
    dataDir: () => dataDir,
    /** Starts the shop, on any free port unless told which. */
    start: (variables: Record<string, string> = {}) => run("main.ts", [], variables),
    /** Runs one of the owner's commands. */
    command: (...args: string[]) => run("command.ts", args, {}),
  };
}
