import { expect, test } from "vitest";
import { createRefusalPause, MAX_PAUSED_REFUSALS } from "./refusal-pause.ts";

const NEVER_MS = 2 ** 30;

test("a refusal waits, and one beyond the most that wait is sent at once", async () => {
  const pauseRefusal = createRefusalPause(NEVER_MS);
  const ended: string[] = [];
  for (let each = 0; each < MAX_PAUSED_REFUSALS; each += 1) {
    void pauseRefusal().then(() => ended.push("waited"));
  }
  await pauseRefusal();
  expect(ended).toEqual([]);
});

test("a refusal is sent after its pause, and makes room for another", async () => {
  const pauseRefusal = createRefusalPause(0);
  await Promise.all(Array.from({ length: MAX_PAUSED_REFUSALS }, pauseRefusal));
  await expect(pauseRefusal()).resolves.toBeUndefined();
});
