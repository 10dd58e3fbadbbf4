import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Urgency } from "./image-queue.server.ts";
import { runImageJob } from "./image-queue.server.ts";

/** Ends on request and reports its start. */
function item(urgency: Urgency, begun: string[], name: string) {
  let finish = () => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const done = runImageJob(urgency, async () => {
    begun.push(name);
    await ended;
  });
  return { finish, done };
}

describe("the picture workshop", () => {
  it("works on at most two pictures at once, one of them for nobody in particular, visitors first", async () => {
    const begun: string[] = [];
    const background = ["b1", "b2"].map((name) => item("background", begun, name));
    await setImmediate();
    expect(begun).toEqual(["b1"]);

    const visitors = ["v1", "v2"].map((name) => item("visitor", begun, name));
    await setImmediate();
    expect(begun).toEqual(["b1", "v1"]);

    background[0]?.finish();
    await setImmediate();
    expect(begun).toEqual(["b1", "v1", "v2"]);

    for (const visitor of visitors) visitor.finish();
    await setImmediate();
    expect(begun).toEqual(["b1", "v1", "v2", "b2"]);
    background[1]?.finish();
    await Promise.all([...background, ...visitors].map((each) => each.done));
  });

  it("goes on after a piece of work has failed", async () => {
    const failing = () => runImageJob("visitor", () => Promise.reject(new Error("torn")));
    await Promise.allSettled([failing(), failing(), failing()]);
    expect(await runImageJob("visitor", async () => "cloth")).toBe("cloth");
  });
});
