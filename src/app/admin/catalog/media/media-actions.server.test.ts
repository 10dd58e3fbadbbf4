import { expect, test } from "vitest";
import { runAdminAction } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addImage } from "#tests/support/catalog.ts";
import { mediaActions } from "./media-actions.server.ts";

const bench = adminSuite();

/** The jobs that the latest action has sent. */
let sent: string[] = [];

async function post(intent: string, ids: readonly string[], altText = "") {
  const body = new FormData();
  for (const [name, value] of Object.entries({ intent, altText })) body.append(name, value);
  for (const id of ids) body.append("media", id);
  const request = new Request("http://shop.example/admin.data", { method: "POST", body });
  const none = async () => undefined;
  const files = { remove: none, get: async () => null, put: none, exists: async () => false };
  sent = [];
  const jobs = { send: async (name: string) => void sent.push(name) };
  const deps = { ...bench, db: bench.db, files, jobs } as unknown as AppDeps;
  return (await runAdminAction(request, { deps, actor: bench.actor }, [mediaActions])).data;
}

const rows = async () =>
  (await bench.db.select().from(media)).map(({ name, altText }) => ({ name, altText }));

test("several files get one alt text, and one or many are deleted together", async () => {
  const ids = [
    await addImage(bench.db, "a"),
    await addImage(bench.db, "b"),
    await addImage(bench.db, "c"),
  ];
  const [first = "", second = ""] = ids;
  expect(await post("describe-many", [first, second], "A gown")).toMatchObject({ done: true });
  expect(await rows()).toEqual(
    expect.arrayContaining([
      { name: "a", altText: "A gown" },
      { name: "b", altText: "A gown" },
      { name: "c", altText: "c" },
    ]),
  );
  expect(await post("delete-many", [first])).toMatchObject({ notice: { title: "1 file deleted" } });
  expect(sent).toEqual(["delete-files"]);
  expect(await rows()).toHaveLength(2);
});

test("files in use stay when several are deleted, and the message says how many", async () => {
  const hero = await addImage(bench.db, "hero");
  const spare = await addImage(bench.db, "spare");
  await bench.db.insert(pageHeroImages).values({ pageName: "home", mediaId: hero });
  expect(await post("delete-many", [hero, spare])).toMatchObject({
    notice: { title: "1 file deleted", description: "1 in use stays: replace them one by one." },
  });
  expect(await rows()).toEqual([{ name: "hero", altText: "hero" }]);
  expect(await post("delete-many", [hero])).toMatchObject({ done: false, error: "all_in_use" });
  expect(await post("delete-many", [])).toMatchObject({ done: false, error: "invalid" });
});
