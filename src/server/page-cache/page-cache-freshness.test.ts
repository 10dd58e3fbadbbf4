import { expect, test } from "vitest";
import { publicPage, startShopHost } from "#tests/support/shop-host.ts";

const shop = { host: "shop.example" };

// Specification 7.54, 7.55, 7.56
test("new content shows on the very next request", async () => {
  let text = "old";
  await using host = await startShopHost({ render: () => publicPage(text) });
  await host.request("/shop", { headers: shop });
  text = "new";
  host.cache.freshness.changes.drop(2);
  const next = await host.request("/shop", { headers: shop });
  expect(next.body.toString()).toContain("new");
  expect(next.headers["x-page-cache"]).toBe("miss");
});

test("a render that began before a change is never served after it, and nobody new waits for it", async () => {
  let text = "old";
  let open: () => void = () => undefined;
  let gate: Promise<void> | null = new Promise<void>((resolve) => {
    open = resolve;
  });
  let started = 0;
  await using host = await startShopHost({
    render: async () => {
      const shown = text;
      started += 1;
      if (gate && started > 1) await gate;
      return publicPage(shown);
    },
  });
  await host.request("/shop", { headers: shop });
  host.cache.freshness.changes.drop(2);
  const early = host.request("/shop", { headers: shop });
  await expect.poll(() => started).toBe(2);
  text = "new";
  host.cache.freshness.changes.drop(3);
  gate = null;
  const late = await host.request("/shop", { headers: shop });
  expect(late.body.toString()).toContain("new");
  open();
  await early;
  const after = await host.request("/shop", { headers: shop });
  expect(after.body.toString()).toContain("new");
});

test("while rendering fails the last page known is shown, and the new one as soon as it works again", async () => {
  let render: () => Response = () => publicPage("before");
  await using host = await startShopHost({ render: () => render() });
  await host.request("/shop", { headers: shop });
  host.cache.freshness.changes.drop(2);
  render = () => publicPage("broken", { "cache-control": "no-store" }, 500);
  const stale = await host.request("/shop", { headers: shop });
  render = () => {
    throw new Error("no database");
  };
  const thrown = await host.request("/shop", { headers: shop });
  for (const response of [stale, thrown]) {
    expect(response.status).toBe(200);
    expect(response.body.toString()).toContain("before");
    expect(response.headers["x-page-cache"]).toBe("stale");
    expect(response.headers.warning).toBeUndefined();
  }
  render = () => publicPage("after");
  const fresh = await host.request("/shop", { headers: shop });
  expect(fresh.body.toString()).toContain("after");
});

test("without certainty every hit is backed by a question to the database", async () => {
  let version = 1;
  let questions = 0;
  let renders = 0;
  await using host = await startShopHost({
    sure: false,
    render: () => {
      renders += 1;
      return publicPage(`version ${version}`);
    },
  });
  host.cache.freshness.setRequest(async () => {
    questions += 1;
    return version;
  });
  await host.request("/shop", { headers: shop });
  const hit = await host.request("/shop", { headers: shop });
  expect(hit.headers["x-page-cache"]).toBe("hit");
  expect([questions, renders]).toEqual([2, 1]);
  version = 2;
  const changed = await host.request("/shop", { headers: shop });
  expect(changed.body.toString()).toContain("version 2");
});

test("with the database away the pages known keep coming without a render", async () => {
  let renders = 0;
  await using host = await startShopHost({
    render: () => {
      renders += 1;
      return publicPage("Shop");
    },
  });
  await host.request("/shop", { headers: shop });
  host.cache.freshness.setStale();
  host.cache.freshness.setRequest(() => Promise.reject(new Error("no database")));
  const response = await host.request("/shop", { headers: shop });
  expect(response.headers["x-page-cache"]).toBe("stale");
  expect(renders).toBe(1);
});

const TAGS = "x-content-tags";

test("a change drops the pages of its tags, keeps the others, and drops every page without tags", async () => {
  const tags: Record<string, string> = {
    "/a": "product:01900000-0000-7000-8000-00000000000a,layout",
    "/b": "product:01900000-0000-7000-8000-00000000000b,layout",
    "/untagged": "",
    "/unreadable": "layout,nonsense",
  };
  let text = "old";
  await using host = await startShopHost({
    render: (request) => publicPage(text, { [TAGS]: tags[new URL(request.url).pathname] ?? "" }),
  });
  const states = async () => {
    const responses = [];
    for (const path of Object.keys(tags))
      responses.push(await host.request(path, { headers: shop }));
    expect(responses.every(({ headers }) => headers[TAGS] === undefined)).toBe(true);
    return responses.map(({ headers, body }) => [
      headers["x-page-cache"],
      /old|new/.exec(body.toString())?.[0],
    ]);
  };
  await states();
  text = "new";
  const { changes } = host.cache.freshness;
  changes.follow({ version: 2, tags: ["product:01900000-0000-7000-8000-00000000000a"] });
  expect(await states()).toEqual([
    ["miss", "new"],
    ["hit", "old"],
    ["miss", "new"],
    ["miss", "new"],
  ]);
  changes.follow({ version: 3, tags: ["layout"] });
  expect((await states()).map(([state]) => state)).toEqual(["miss", "miss", "miss", "miss"]);
});

test("a render that an unrelated change overtook is stored, one that its own change overtook is not", async () => {
  let during: () => void = () => undefined;
  await using host = await startShopHost({
    render: () => {
      during();
      return publicPage("page", { [TAGS]: "listing" });
    },
  });
  const { changes } = host.cache.freshness;
  during = () => changes.follow({ version: (changes.version ?? 0) + 1, tags: ["settings"] });
  await host.request("/shop", { headers: shop });
  expect((await host.request("/shop", { headers: shop })).headers["x-page-cache"]).toBe("hit");
  during = () => changes.follow({ version: (changes.version ?? 0) + 1, tags: ["listing"] });
  await host.request("/catalog", { headers: shop });
  expect((await host.request("/catalog", { headers: shop })).headers["x-page-cache"]).toBe("miss");
});
