import { setTimeout as sleep } from "node:timers/promises";
import { startObjectStore } from "#tests/support/object-store.ts";
import type { Metric } from "./support/metric.ts";
import { enterAsOwner } from "./support/owner.ts";
import { startMeasuredShop } from "./support/shop.ts";

const SILENCE_MS = 10_000;
const REQUESTS = 80;
const POLL_MS = 100;
const MAX_WAIT_MS = 200_000;

const secondsSince = (start: number) => (performance.now() - start) / 1_000;

/** The storage stays silent for ten seconds under 80 requests for images, and a deletion. */
export async function measure(): Promise<Metric[]> {
  await using store = await startObjectStore();
  const environment = Object.fromEntries(
    Object.entries(store.env).flatMap(([name, value]) =>
      name.startsWith("S3_") && value !== undefined ? [[name, value]] : [],
    ),
  );
  await using shop = await startMeasuredShop({ environment });
  const origin = `http://localhost:${shop.port}`;
  const { rows } = await shop.client.query<{ id: string }>("select id from media order by id");
  const paths = rows.slice(0, REQUESTS).map(({ id }) => `/images/${id}/320.webp`);
  const get = async (path: string) => {
    const response = await fetch(`${origin}${path}`);
    await response.arrayBuffer();
    return response.status;
  };
  const before = await Promise.all(paths.map(get));
  const owner = await enterAsOwner(shop);
  // Media in use are not deleted.
  const unused = await shop.client.query<{ media_id: string }>(
    "delete from product_images where media_id = (select max(media_id::text)::uuid from product_images) returning media_id",
  );

  store.network.swallow();
  const silentFrom = performance.now();
  const during = paths.map(async (path) => {
    const status = await get(path);
    return { status, seconds: secondsSince(silentFrom) };
  });
  const deleted = await fetch(`${origin}/admin?tab=media`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: owner.cookie, origin },
    body: new URLSearchParams({ intent: "delete-media", id: unused.rows[0]?.media_id ?? "" }),
  });
  const deleteSeconds = secondsSince(silentFrom);
  const answers = await Promise.all(during);
  await sleep(Math.max(0, SILENCE_MS - (performance.now() - silentFrom)));
  await store.network.heal();
  const wellFrom = performance.now();
  while (secondsSince(wellFrom) * 1_000 < MAX_WAIT_MS) {
    const statuses = await Promise.all(paths.map(get));
    if (statuses.every((status) => status === 200)) break;
    await sleep(POLL_MS);
  }
  console.log(
    `  during the silence: ${answers.map(({ status }) => status).filter((status) => status === 503).length} of ${answers.length} images 503; the deletion ${deleted.status}`,
  );
  return [
    {
      subject: "images served before",
      value: before.filter((status) => status === 200).length,
    },
    {
      subject: "longest response of an image during the silence, seconds",
      value: Math.max(...answers.map(({ seconds }) => seconds)),
    },
    { subject: "response of a deletion during the silence, seconds", value: deleteSeconds },
    { subject: "until every image is served again, seconds", value: secondsSince(wellFrom) },
  ];
}
