import { expect, test } from "vitest";
import { createLogger } from "#platform/logger.server.ts";
import { createShutdown } from "./shutdown.server.ts";

const logger = createLogger("silent");

test("what was opened last is closed first, each once however often closing is asked for", async () => {
  const closed: string[] = [];
  const closing = createShutdown(logger);
  for (const name of ["database", "queue", "requests"]) {
    closing.add(name, () => closed.push(name));
  }
  await Promise.all([closing.run(), closing.run()]);
  await closing.run();
  expect(closed).toEqual(["requests", "queue", "database"]);
});

test("a part that cannot be closed does not keep the others open", async () => {
  const closed: string[] = [];
  const closing = createShutdown(logger);
  closing.add("database", () => closed.push("database"));
  closing.add("queue", () => Promise.reject(new Error("stuck")));
  await closing.run();
  expect(closed).toEqual(["database"]);
});

test("what is opened while closing is closed as well", async () => {
  const closed: string[] = [];
  const closing = createShutdown(logger);
  closing.add("database", () => closed.push("database"));
  const running = closing.run();
  closing.add("late", () => closed.push("late"));
  await running;
  await closing.run();
  expect(closed).toEqual(["database", "late"]);
});
