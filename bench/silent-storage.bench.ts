import { setTimeout as wait } from "node:timers/promises";
import { photograph } from "#tests/support/browser/images.ts";
import { startObjectStore } from "#tests/support/object-store.ts";
import { uploadClient } from "#tests/support/upload-client.ts";
import type { Metric } from "./support/metric.ts";
import { enterAsOwner } from "./support/owner.ts";
import { startMeasuredShop } from "./support/shop.ts";

const SILENCE_MS = 10_000;
const REQUESTS = 80;
const POLL_MS = 100;
const MAX_WAIT_MS = 200_000;

const secondsSince = (start: number) => (performance.now() - start) / 1_000;

/** The owner's browser, which uploads to the running shop. */
const uploadsTo = (origin: string, cookie: string) =>
  uploadClient({
    cookie,
    host: {
      async request(path, { body, headers, method = "GET" } = {}) {
        const response = await fetch(origin + path, {
          method,
          headers: { ...(headers as Record<string, string>), origin },
          ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
        });
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: Buffer.from(await response.arrayBuffer()),
        };
      },
    },
  });

/** The storage stays silent for ten seconds under 80 requests for images, the end of an upload and a deletion. */
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
  const uploads = uploadsTo(origin, owner.cookie);
  const { buffer, mimeType, name } = await photograph("silent.png");
  const arrived = await uploads.arrive({ bytes: buffer, name, type: mimeType });

  store.network.swallow();
  const silentFrom = performance.now();
  const during = paths.map(async (path) => {
    const status = await get(path);
    return { status, seconds: secondsSince(silentFrom) };
  });
  const finishing = uploads
    .finish(arrived)
    .then(({ status, body }) => ({ status, body, seconds: secondsSince(silentFrom) }));
  const deleted = await fetch(`${origin}/admin?tab=media`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: owner.cookie, origin },
    body: new URLSearchParams({ intent: "delete-media", id: unused.rows[0]?.media_id ?? "" }),
  });
  const deleteSeconds = secondsSince(silentFrom);
  const responses = await Promise.all(during);
  const finished = await finishing;
  await wait(Math.max(0, SILENCE_MS - (performance.now() - silentFrom)));
  await store.network.heal();
  const wellFrom = performance.now();
  while (secondsSince(wellFrom) * 1_000 < MAX_WAIT_MS) {
    const statuses = await Promise.all(paths.map(get));
    if (statuses.every((status) => status === 200)) break;
    await wait(POLL_MS);
  }
  console.log(
    `  during the silence: ${responses.map(({ status }) => status).filter((status) => status === 503).length} of ${responses.length} images 503; the deletion ${deleted.status}; the end of the upload ${finished.status} ${finished.body.toString().slice(0, 200)}`,
  );
  return [
    {
      subject: "images served before",
      value: before.filter((status) => status === 200).length,
    },
    {
      subject: "longest response of an image during the silence, seconds",
      value: Math.max(...responses.map(({ seconds }) => seconds)),
    },
    { subject: "response of a deletion during the silence, seconds", value: deleteSeconds },
    {
      subject: "response of the end of an upload during the silence, seconds",
      value: finished.seconds,
    },
    {
      subject: "its message for the upload list names the storage",
      value: /"words":"The file storage does not respond/.test(finished.body.toString()) ? 1 : 0,
    },
    { subject: "until every image is served again, seconds", value: secondsSince(wellFrom) },
  ];
}
