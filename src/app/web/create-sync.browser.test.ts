import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Sync, SyncOutcome } from "./create-sync.browser.ts";
import { createSync } from "./create-sync.browser.ts";

/** The form that a submit event names. */
class FakeForm {
  readonly action: string;
  constructor(path: string) {
    this.action = `https://shop.example${path}`;
  }
}

/** A device that counts up a number, and a server that stores the highest one. */
function openDevice(options: { retryMs?: readonly number[] } = {}) {
  const page = new EventTarget();
  const shown = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", shown);
  vi.stubGlobal("HTMLFormElement", FakeForm);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));

  const requests: { body: unknown; init: RequestInit }[] = [];
  const pending: { resolve: (response: Response) => void; reject: (error: Error) => void }[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    expect(url).toBe("/numbers/sync");
    requests.push({ body: JSON.parse(init.body as string), init });
    return new Promise<Response>((resolve, reject) => pending.push({ resolve, reject }));
  });

  const device = { number: 0, stored: 0, signedIn: true, nothing: false };
  const outcomes: SyncOutcome[] = [];
  const applied: { received: number; sent: number }[] = [];
  const signOuts: string[] = [];
  let notify = () => {};
  const sync: Sync = createSync<number, { stored: number }>({
    url: "/numbers/sync",
    read: () => (device.nothing ? null : { sent: device.number, body: { number: device.number } }),
    apply: (received, sent) => {
      applied.push({ received: received.stored, sent });
      device.stored = received.stored;
    },
    hasUnsent: () => device.number > device.stored,
    subscribe: (listener) => {
      notify = listener;
    },
    isSignedIn: () => device.signedIn,
    onOutcome: (outcome) => outcomes.push(outcome),
    onSignOut: () => signOuts.push("signed out"),
    ...options,
  });

  const settle = () => vi.advanceTimersByTimeAsync(0);
  async function respond(response: Response, index = 0): Promise<void> {
    pending.splice(index, 1)[0]?.resolve(response);
    await settle();
  }
  return {
    sync,
    device,
    requests,
    outcomes,
    applied,
    signOuts,
    respond,
    settle,
    bodies: () => requests.map(({ body }) => (body as { number: number }).number),
    change: () => {
      device.number += 1;
      notify();
    },
    hear: () => notify(),
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    store: (stored: number, index = 0) => respond(Response.json({ stored }), index),
    fail: (status: number, index = 0) =>
      respond(new Response(status === 204 ? null : "", { status }), index),
    async lose() {
      pending.shift()?.reject(new TypeError("Failed to fetch"));
      await settle();
    },
    async show(visibilityState: "visible" | "hidden") {
      shown.visibilityState = visibilityState;
      shown.dispatchEvent(new Event("visibilitychange"));
      await settle();
    },
    async happen(type: "online" | "pagehide") {
      page.dispatchEvent(new Event(type));
      await settle();
    },
    submit(path: string) {
      const event = new Event("submit");
      Object.defineProperty(event, "target", { value: new FakeForm(path) });
      shown.dispatchEvent(event);
    },
  };
}

/** A device whose first exchange is done. */
async function openSynced(options?: Parameters<typeof openDevice>[0]) {
  const opened = openDevice(options);
  opened.sync.keepInStep();
  await opened.settle();
  await opened.store(0);
  opened.requests.length = 0;
  opened.outcomes.length = 0;
  opened.applied.length = 0;
  return opened;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a device exchanges its state", () => {
  test("on the first page, and then once a minute at most while nothing is unsent", async () => {
    const { requests, settle, show, store, sync, wait } = openDevice();
    sync.keepInStep();
    await settle();
    await store(0);
    sync.keepInStep();
    await wait(59_000);
    await show("hidden");
    await show("visible");
    expect(requests).toHaveLength(1);
    await wait(2_000);
    await show("visible");
    expect(requests).toHaveLength(2);
  });

  test("0.8 seconds after the last of several changes, in one request", async () => {
    const { bodies, change, wait } = await openSynced();
    change();
    await wait(700);
    change();
    await wait(700);
    expect(bodies()).toEqual([]);
    await wait(100);
    expect(bodies()).toEqual([2]);
  });

  test("at once when it is told to", async () => {
    const { bodies, change, settle, sync } = await openSynced();
    change();
    sync.send();
    await settle();
    expect(bodies()).toEqual([1]);
  });

  test("when another page opens while something is unsent", async () => {
    const { bodies, device, settle, sync } = await openSynced();
    device.number = 5;
    sync.keepInStep();
    await settle();
    expect(bodies()).toEqual([5]);
  });

  test("not without a sign-in, and not when there is nothing to exchange", async () => {
    const { change, device, happen, requests, settle, show, sync, wait } = openDevice();
    device.signedIn = false;
    sync.keepInStep();
    change();
    sync.send();
    await happen("online");
    await show("hidden");
    await wait(120_000);
    device.signedIn = true;
    device.nothing = true;
    sync.send();
    await settle();
    expect(requests).toEqual([]);
  });
});

describe("one request runs at a time", () => {
  test("and what changed meanwhile goes with the next one, after it", async () => {
    const { bodies, change, device, store, wait } = await openSynced();
    change();
    await wait(800);
    change();
    await wait(5_000);
    expect(bodies()).toEqual([1]);
    await store(1);
    expect(bodies()).toEqual([1, 2]);
    await store(2);
    await wait(60_000);
    expect(bodies()).toEqual([1, 2]);
    expect(device.stored).toBe(2);
  });

  test("and a response is joined with what it answers, not with what came later", async () => {
    const { applied, change, store, wait } = await openSynced();
    change();
    await wait(800);
    change();
    await store(1);
    expect(applied).toEqual([{ received: 1, sent: 1 }]);
  });

  test("and a response that leaves something unsent is followed by another request, no faster than changes are", async () => {
    const { bodies, change, store, wait } = await openSynced();
    change();
    await wait(800);
    await store(0);
    await wait(700);
    expect(bodies()).toEqual([1]);
    await wait(100);
    expect(bodies()).toEqual([1, 1]);
  });
});

describe("another tab", () => {
  test("sends nothing while it is hidden, because the visible one does", async () => {
    const { device, hear, requests, show, wait } = await openSynced();
    await show("hidden");
    device.number = 1;
    hear();
    await wait(10_000);
    expect(requests).toEqual([]);
  });

  test("sends what is still unsent when it is shown", async () => {
    const { bodies, device, show } = await openSynced();
    await show("hidden");
    device.number = 1;
    await show("visible");
    expect(bodies()).toEqual([1]);
  });

  test("that has sent the change meanwhile leaves nothing to send", async () => {
    const { change, device, hear, requests, wait } = await openSynced();
    change();
    await wait(100);
    device.stored = 1;
    device.nothing = true;
    hear();
    await wait(10_000);
    expect(requests).toEqual([]);
  });
});

describe("on a weak network", () => {
  test("a lost request is retried after 2, 10 and 60 seconds, and then each minute while something is unsent", async () => {
    const { bodies, change, lose, outcomes, store, wait } = await openSynced();
    change();
    await wait(800);
    for (const [count, waitMs] of [2_000, 10_000, 60_000, 60_000, 60_000].entries()) {
      await lose();
      await wait(waitMs - 1);
      expect(bodies()).toHaveLength(count + 1);
      await wait(1);
      expect(bodies()).toHaveLength(count + 2);
    }
    await store(1);
    await wait(300_000);
    expect(bodies()).toHaveLength(6);
    expect(outcomes).toEqual([...Array<SyncOutcome>(5).fill("offline"), "done"]);
  });

  test("a server without capacity is asked again in the same way", async () => {
    const { fail, bodies, change, outcomes, wait } = await openSynced();
    change();
    await wait(800);
    await fail(503);
    await wait(2_000);
    await fail(429);
    await wait(10_000);
    expect(bodies()).toHaveLength(3);
    expect(outcomes).toEqual(["unavailable", "unavailable"]);
  });

  test("a device with nothing unsent gives up after the third retry", async () => {
    const { lose, requests, settle, sync, wait } = openDevice();
    sync.keepInStep();
    await settle();
    for (let count = 0; count < 4; count += 1) {
      await lose();
      await wait(60_000);
    }
    await wait(600_000);
    expect(requests).toHaveLength(4);
  });

  test("a caller may retry at its own pace", async () => {
    const { bodies, change, lose, wait } = await openSynced({ retryMs: [15_000] });
    change();
    await wait(800);
    for (let count = 2; count < 6; count += 1) {
      await lose();
      await wait(15_000);
      expect(bodies()).toHaveLength(count);
    }
  });

  test("the return of the network and a new change try at once, and the waits start again", async () => {
    const { bodies, change, happen, lose, wait } = await openSynced();
    change();
    await wait(800);
    await lose();
    await wait(2_000);
    await lose();
    await happen("online");
    expect(bodies()).toHaveLength(3);
    await lose();
    change();
    await wait(800);
    expect(bodies()).toHaveLength(4);
    await lose();
    await wait(2_000);
    expect(bodies()).toHaveLength(5);
  });

  test("the return of the network sends nothing when nothing is unsent", async () => {
    const { happen, requests } = await openSynced();
    await happen("online");
    expect(requests).toEqual([]);
  });

  test("a response that is no answer of the shop counts as no network", async () => {
    const { change, outcomes, respond, wait } = await openSynced();
    change();
    await wait(800);
    await respond(new Response("<html>Sign in to the hotel</html>"));
    expect(outcomes).toEqual(["offline"]);
  });

  test("a request is given up after a while", async () => {
    const { change, requests, wait } = await openSynced();
    change();
    await wait(800);
    expect(requests[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });
});

describe("a page that is left", () => {
  test("sends what is unsent in a request that outlives it, and does not wait for a running one", async () => {
    const { bodies, change, requests, show, wait } = await openSynced();
    change();
    await wait(800);
    change();
    await show("hidden");
    expect(bodies()).toEqual([1, 2]);
    expect(requests.map(({ init }) => init.keepalive)).toEqual([false, true]);
  });

  test("sends nothing when nothing is unsent", async () => {
    const { happen, requests, show } = await openSynced();
    await show("hidden");
    await happen("pagehide");
    expect(requests).toEqual([]);
  });

  test("drops the response to an earlier request that comes after the one to a later request", async () => {
    const { applied, change, device, show, store, wait } = await openSynced();
    change();
    await wait(800);
    change();
    await show("hidden");
    await store(2, 1);
    await store(1, 0);
    expect(applied).toEqual([{ received: 2, sent: 2 }]);
    expect(device.stored).toBe(2);
  });
});

describe("a session that has ended", () => {
  test.each([401, 204])("is reported for status %i and not retried", async (status) => {
    const { fail, bodies, change, outcomes, wait } = await openSynced();
    change();
    await wait(800);
    await fail(status);
    await wait(600_000);
    expect(bodies()).toEqual([1]);
    expect(outcomes).toEqual(["signed-out"]);
  });

  test("is reported when the server leads to the sign-in", async () => {
    const { change, outcomes, requests, respond, wait } = await openSynced();
    change();
    await wait(800);
    expect(requests[0]?.init.redirect).toBe("manual");
    const redirected = Object.defineProperty(Response.json({}), "type", {
      value: "opaqueredirect",
    });
    await respond(redirected);
    expect(outcomes).toEqual(["signed-out"]);
  });

  test.each(["/sign-out", "/profile/delete"])(
    "by the form of %s cancels what is planned, and no response comes back into the browser",
    async (path) => {
      const { applied, bodies, change, signOuts, store, submit, wait } = await openSynced();
      change();
      await wait(800);
      change();
      submit(path);
      await store(1);
      await wait(10_000);
      expect(bodies()).toEqual([1]);
      expect(applied).toEqual([]);
      expect(signOuts).toEqual(["signed out"]);
    },
  );

  test("is not ended by another form", async () => {
    const { applied, change, signOuts, store, submit, wait } = await openSynced();
    change();
    await wait(800);
    submit("/profile");
    await store(1);
    expect(applied).toHaveLength(1);
    expect(signOuts).toEqual([]);
  });
});

test("what the server refuses is not sent again before the next occasion", async () => {
  const { fail, bodies, change, outcomes, show, wait } = await openSynced();
  change();
  await wait(800);
  await fail(400);
  await wait(600_000);
  expect(bodies()).toEqual([1]);
  expect(outcomes).toEqual(["refused"]);
  await show("visible");
  expect(bodies()).toEqual([1, 1]);
});
