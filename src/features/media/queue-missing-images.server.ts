import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { lastPreparedKey } from "./prepare-image.server.ts";

// Looking for a file costs a request on S3; what lies deeper in the shop is made when somebody gets there.
const NEWEST_PRODUCTS = 200;

/**
 * Asks for the first renditions of every picture that visitors meet early and that has none: heroes, categories, then the newest
 * products' first pictures and their others. For the moment the queue starts: it makes up for pictures that came while no queue was
 * running, the demo's among them, and for work that was cut off. Answers with how many it asked for.
 */
export async function queueMissingImages(deps: {
  db: Queryable;
  files: FileStore;
  jobs: JobQueue;
}): Promise<number> {
  const shown = await deps.db.execute<{ id: string; width: number | null }>(sql`
    with newest as (
      select id, row_number() over (order by created_at desc nulls last, id desc nulls last) as place
        from products where in_stock and deleted_at is null
       order by created_at desc nulls last, id desc nulls last limit ${NEWEST_PRODUCTS}),
    met as (
      select media_id, 0 as turn from page_hero_images
      union all select media_id, 1 from category_images
      union all select i.media_id, n.place + case when i.primary_image then 1 else 1 + ${NEWEST_PRODUCTS} end
                  from newest n join product_images i on i.product_id = n.id)
    select m.id, m.width from met join media m on m.id = met.media_id
     where m.type = 'image' group by m.id order by min(met.turn), m.id`);
  let asked = 0;
  for (const picture of shown.rows) {
    if (await deps.files.exists(lastPreparedKey(picture))) continue;
    await deps.jobs.send("prepare-image", { mediaId: picture.id });
    asked += 1;
  }
  return asked;
}
