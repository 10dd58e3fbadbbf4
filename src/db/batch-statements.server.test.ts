import { DatabaseError } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { batched } from "./batch-statements.server.ts";

/** A statement that responds on request and records its batches. */
function heldStatement() {
  const groups: { requested: readonly string[]; respond(): void; fail(error: unknown): void }[] =
    [];
  const request = batched((_through: object, requested: readonly string[]) => {
    return new Promise<readonly string[]>((resolve, reject) => {
      groups.push({
        requested,
        respond: () => resolve(requested.map((each) => `${each}!`)),
        fail: reject,
      });
    });
  });
  const departed = () => groups.map(({ requested }) => requested);
  return { request: request, groups, departed };
}

const refusal = () => new DatabaseError("duplicate key", 0, "error");
const POOL = {};

/** One turn of the event loop. */
const turn = () => vi.advanceTimersByTimeAsync(0);

describe("a statement that is shared", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("leaves with those of one turn, and then with all who came while it was away, each with an answer of their own", async () => {
    const { request, groups, departed } = heldStatement();
    const early = Promise.all(["a", "b"].map((requested) => request(POOL, requested)));
    await turn();
    const late = Promise.all(["c", "d", "e"].map((requested) => request(POOL, requested)));
    await turn();
    expect(departed()).toEqual([["a", "b"]]);
    groups[0]?.respond();
    expect(await early).toEqual(["a!", "b!"]);
    await turn();
    expect(departed()).toEqual([
      ["a", "b"],
      ["c", "d", "e"],
    ]);
    groups[1]?.respond();
    expect(await late).toEqual(["c!", "d!", "e!"]);
  });

  test("takes a bounded number at once, and loses nobody of a crowd", async () => {
    const { request, groups, departed } = heldStatement();
    const crowd = Array.from({ length: 100 }, (_, index) => String(index));
    const results = Promise.all(crowd.map((requested) => request(POOL, requested)));
    await turn();
    for (let index = 0; index < groups.length; index += 1) {
      groups[index]?.respond();
      await turn();
    }
    expect(await results).toEqual(crowd.map((requested) => `${requested}!`));
    expect(departed().map((group) => group.length)).toEqual([32, 32, 32, 4]);
  });

  test("that waits for a lock holds up those who left with it, and nobody who comes later", async () => {
    const { request, groups, departed } = heldStatement();
    const late = request(POOL, "late");
    await turn();
    const next = request(POOL, "next");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(departed()).toEqual([["late"], ["next"]]);
    groups[1]?.respond();
    expect(await next).toBe("next!");
    groups[0]?.respond();
    expect(await late).toBe("late!");
  });

  test("is another one for each pool and each transaction", async () => {
    const { request, departed } = heldStatement();
    void request(POOL, "pool");
    void request({}, "transaction");
    await turn();
    expect(departed()).toEqual([["pool"], ["transaction"]]);
  });

  test("that breaks with its connection tells all who went with it, and is not sent again", async () => {
    const { request, groups, departed } = heldStatement();
    const both = Promise.allSettled([request(POOL, "one"), request(POOL, "two")]);
    await turn();
    groups[0]?.fail(new Error("Connection terminated unexpectedly"));
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await turn();
    expect(departed()).toEqual([["one", "two"]]);
  });

  test.each([
    ["Postgres refuses", () => Promise.reject(refusal())],
    ["says that they cannot go together", () => Promise.resolve(null)],
  ])("that %s is done for each alone, and only who is to blame fails", async (_, refuse) => {
    const alone: string[] = [];
    const request = batched(async (_through: object, requested: readonly string[]) => {
      if (requested.length > 1) return refuse();
      if (requested[0] === "bad") throw refusal();
      alone.push(...requested);
      return requested;
    });
    const settled = Promise.allSettled(["good", "bad", "fine"].map((each) => request(POOL, each)));
    await turn();
    expect((await settled).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(alone).toEqual(["good", "fine"]);
  });
});
