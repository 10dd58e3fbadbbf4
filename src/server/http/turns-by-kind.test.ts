import { expect, onTestFinished, test } from "vitest";
import { startShopHost } from "#tests/support/shop-host.ts";
import { waitUntil } from "#tests/support/wait-until.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** The head of a body that never comes. */
const PHOTOS = {
  "content-type": "multipart/form-data; boundary=x",
  "content-length": "900000",
};
const NETWORKS = ["10.1.0.1", "10.2.0.1", "10.3.0.1"];

/** A host whose answers to writes wait until the test ends them, one after the other. */
async function startHeldHost() {
  let begun = 0;
  const held: (() => void)[] = [];
  const host = await startShopHost({
    trustedProxies: 1,
    mayReceive: async () => false,
    render: async ({ method }) => {
      if (method === "POST") {
        begun += 1;
        await new Promise<void>((resolve) => held.push(resolve));
      }
      return new Response("done");
    },
  });
  onTestFinished(() => host[Symbol.asyncDispose]());
  return { host, begun: () => begun, underWay: () => held.length, endOne: () => held.shift()?.() };
}

test.each([
  { kind: "specifications", path: "/product/gown/made-to-measure", headers: FORM },
  { kind: "long bodies that nobody receives", path: "/garment/nobody", headers: PHOTOS },
])(
  "$kind of many networks are answered one at a time, and a read beside them at once",
  async ({ headers, path }) => {
    const { begun, endOne, host, underWay } = await startHeldHost();
    const sent = NETWORKS.map((address) => {
      const head = Object.assign({ "x-forwarded-for": address }, headers);
      return host.request(path, { method: "POST", headers: head });
    });
    for (let count = 1; count <= NETWORKS.length; count += 1) {
      await waitUntil("the next is under way", () => begun() === count);
      expect((await host.request(path)).status).toBe(200);
      expect(underWay()).toBe(1);
      endOne();
    }
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
  },
);
