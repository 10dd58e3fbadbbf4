import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAdmission } from "./admission.ts";

const logger = pino({ level: "silent" });
const page = (method = "GET") => new Request("http://shop.example/shop", { method });

function startAdmission(options: { maxWaitMs?: number; maxWaiting?: number; atOnce: number }) {
  const { atOnce, ...rest } = options;
  const admission = createAdmission({ ...rest, logger, limits: { min: atOnce, max: atOnce } });
  onTestFinished(() => admission.close());
  return admission;
}

/** A render that ends when the test says so. */
function slowRender() {
  const open: (() => void)[] = [];
  const started: string[] = [];
  const render = (_request: Request, requestId: string) => {
    started.push(requestId);
    return new Promise<Response>((resolve) => open.push(() => resolve(new Response("page"))));
  };
  const finishOne = () => open.shift()?.();
  /** Finishes so many renders, each as soon as it has started. */
  const finish = async (count: number) => {
    for (let finished = 0; finished < count; finished += 1) {
      await expect.poll(() => open.length).toBeGreaterThan(0);
      finishOne();
    }
  };
  return { render, started, finishOne, finish };
}

test("more pages than may be in progress wait for their turn, and a write does not wait behind them", async () => {
  const { render, started, finish } = slowRender();
  const { admit } = startAdmission({ atOnce: 1 });
  const rendered = admit(render);
  const responses = [rendered(page(), "first"), rendered(page(), "second")];
  responses.push(rendered(page("POST"), "order"));
  await expect.poll(() => started).toEqual(["first", "order"]);
  await finish(responses.length);
  expect(started).toEqual(["first", "order", "second"]);
  for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
});

test("a request that waited too long is refused, and is not rendered later", async () => {
  const { render, started, finish } = slowRender();
  const admission = startAdmission({ atOnce: 1, maxWaitMs: 50 });
  const rendered = admission.admit(render);
  const first = rendered(page(), "first");
  await expect(rendered(page(), "late")).rejects.toMatchObject({ reason: "overload" });
  // On a busy machine the wait is over before the first render has begun.
  await finish(1);
  await first;
  await expect.poll(() => admission.stats().inProgress).toBe(0);
  expect(started).toEqual(["first"]);
  expect(admission.stats()).toMatchObject({ inProgress: 0, waiting: 0, refused: 1 });
});

test("an image waits longer than a page, because no browser requests a refused image again, and delays no page", async () => {
  const { render, started, finish } = slowRender();
  const { admit } = startAdmission({ atOnce: 1, maxWaitMs: 300 });
  const rendered = admit(render);
  const image = () => new Request("http://shop.example/images/1/320.avif");
  const responses = [rendered(image(), "image"), rendered(image(), "second image")];
  responses.push(rendered(page(), "page"));
  await expect.poll(() => started).toEqual(["image", "page"]);
  await expect(rendered(page(), "second page")).rejects.toMatchObject({ reason: "overload" });
  expect(started).toEqual(["image", "page"]);
  await finish(responses.length);
  for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
});

test("a request that finds the queue full is refused at once", async () => {
  const { render, started, finishOne } = slowRender();
  const { admit } = startAdmission({ atOnce: 1, maxWaiting: 1, maxWaitMs: 60_000 });
  const rendered = admit(render);
  const served = [rendered(page(), "first"), rendered(page(), "second")];
  await expect(rendered(page(), "third")).rejects.toMatchObject({ reason: "overload" });
  for (const name of ["first", "second"]) {
    await expect.poll(() => started).toContain(name);
    finishOne();
  }
  await Promise.all(served);
});

test("once turns are known to take long, a request that would wait too long is refused before it waits", async () => {
  const admission = startAdmission({ atOnce: 1, maxWaitMs: 1_000 });
  const { render, started, finishOne } = slowRender();
  const rendered = admission.admit(render);
  const startMs = performance.now();
  const now = vi.spyOn(performance, "now").mockReturnValue(startMs);
  const first = rendered(page(), "first");
  await expect.poll(() => started).toEqual(["first"]);
  now.mockReturnValue(startMs + 100);
  finishOne();
  await first;
  await expect.poll(() => admission.stats().inProgress).toBe(0);
  now.mockRestore();
  // Ten turns of a tenth of a second fit into the wait; more than sixteen do not, and so few are always accepted.
  const waiting = Promise.allSettled(
    Array.from({ length: 17 }, (_, index) => rendered(page(), `page ${index}`)),
  );
  expect(admission.refuses("GET", "/shop")).toBe(true);
  expect(admission.refuses("POST", "/checkout")).toBe(false);
  await expect(rendered(page(), "too late")).rejects.toMatchObject({ reason: "overload" });
  expect(admission.stats()).toMatchObject({ waiting: 16, refused: 2 });
  while (admission.stats().inProgress > 0) {
    finishOne();
    await nextTurn();
  }
  await waiting;
});

test("the images of a page in memory are sent while pages wait", async () => {
  const { render, started, finish } = slowRender();
  const { admit, refuses } = startAdmission({ atOnce: 1, maxWaiting: 1, maxWaitMs: 60_000 });
  const rendered = admit(render);
  const responses = [rendered(page(), "page"), rendered(page(), "waiting page")];
  responses.push(rendered(new Request("http://shop.example/images/1/a-640.webp"), "image"));
  await expect.poll(() => started).toEqual(["page", "image"]);
  expect([refuses("GET", "/shop"), refuses("GET", "/images/2/b-640.webp")]).toEqual([true, false]);
  await finish(responses.length);
  await Promise.all(responses);
});

test("while pages wait and the processor has time, more are in progress at once", async () => {
  const { render, started, finishOne } = slowRender();
  const limits = { min: 2, max: 64 };
  const admission = createAdmission({ logger, limits, maxWaitMs: 60_000 });
  onTestFinished(() => admission.close());
  const { limit } = admission.stats();
  const rendered = admission.admit(render);
  const pages = Array.from({ length: 200 }, (_, index) => rendered(page(), `${index}`));
  const responses = Promise.all(pages);
  await expect.poll(() => admission.stats().limit, { timeout: 20_000 }).toBeGreaterThan(limit);
  while (admission.stats().inProgress > 0) {
    finishOne();
    await nextTurn();
  }
  await responses;
  expect(started).toHaveLength(pages.length);
}, 40_000);

test("a request that waits for a provider does not keep others from their turn", async () => {
  const { render, started, finishOne } = slowRender();
  const { admit } = startAdmission({ atOnce: 1, maxWaitMs: 60_000 });
  const rendered = admit(render);
  const responses = [rendered(page("POST"), "slow provider"), rendered(page(), "page")];
  await expect.poll(() => started).toEqual(["slow provider", "page"]);
  finishOne();
  finishOne();
  await Promise.all(responses);
});

test("a failed render ends its turn", async () => {
  const admission = startAdmission({ atOnce: 1 });
  const failing = admission.admit(() => Promise.reject(new Error("broken")));
  await expect(failing(page(), "first")).rejects.toThrow("broken");
  await expect.poll(() => admission.stats().inProgress).toBe(0);
});

test("a late event loop lowers how many requests are in progress at once", async () => {
  const admission = createAdmission({ logger, limits: { min: 2, max: 64 } });
  onTestFinished(() => admission.close());
  while (admission.stats().limit > 2) {
    const blockedUntilMs = performance.now() + 120;
    while (performance.now() < blockedUntilMs);
    await nextTurn();
  }
  expect(admission.stats().limit).toBe(2);
});
