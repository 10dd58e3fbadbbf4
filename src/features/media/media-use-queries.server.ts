import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { MediaUse } from "./media-item.ts";
import { findHeroPage } from "./site-images.ts";

type UseRow = { mediaId: string; kind: MediaUse["kind"]; subject: string; label: string };

/**
 * Where media are shown: products that are not deleted, categories, heroes, and settings that name them anywhere, such as the social
 * image or a link of the footer. `ids` is a uuid array.
 */
const usesOf = (ids: SQL): SQL => sql`
  select i.media_id as "mediaId", 'product' as kind, p.id::text as subject, p.name as label
    from product_images i join products p on p.id = i.product_id
   where i.media_id = any(${ids}) and p.deleted_at is null
  union
  select i.media_id, 'category', c.id::text, c.name
    from category_images i join product_categories c on c.id = i.category_id where i.media_id = any(${ids})
  union
  select h.media_id, 'hero', h.page_name, h.page_name from page_hero_images h where h.media_id = any(${ids})
  union
  select m.id, 'settings', s.setting_name, s.setting_name
    from unnest(${ids}) as m(id) join site_settings s on strpos(lower(s.setting_value::text), m.id::text) > 0`;

/** A media row `m` that nothing shows, as a condition; written so that every look is one step in an index. */
export const isUnused: SQL = sql.raw(`
  not exists (select from product_images i join products p on p.id = i.product_id where i.media_id = m.id and p.deleted_at is null)
  and m.id not in (select media_id from category_images) and m.id not in (select media_id from page_hero_images)
  and not exists (select from site_settings s where strpos(lower(s.setting_value::text), m.id::text) > 0)`);

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function toUse({ kind, subject, label }: UseRow): MediaUse {
  if (kind === "product") return { kind, label, to: `/admin/products/edit/${subject}` };
  if (kind === "category") return { kind, label, to: "/admin?tab=site-images" };
  if (kind === "settings") return { kind, label, to: "/admin?tab=settings" };
  const page = findHeroPage(subject);
  const to = page ? `/admin?tab=site-images&part=heroes&page=${subject}` : "/admin?tab=site-images";
  return { kind, label: page?.label ?? capitalize(subject.replaceAll("-", " ")), to };
}

/** Where each of these media is shown, products first, by name; media that nothing shows have no entry. */
export async function findMediaUses(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, MediaUse[]>> {
  const uses = new Map<string, MediaUse[]>();
  if (ids.length === 0) return uses;
  const list = sql`${sql.param([...ids])}::uuid[]`;
  const found = await db.execute<UseRow>(sql`
    select * from (${usesOf(list)}) u order by array_position(array['product', 'category', 'hero', 'settings'], kind), label`);
  for (const row of found.rows) {
    const known = uses.get(row.mediaId);
    if (known) known.push(toUse(row));
    else uses.set(row.mediaId, [toUse(row)]);
  }
  return uses;
}
