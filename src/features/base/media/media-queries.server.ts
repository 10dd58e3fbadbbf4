import type { SQL } from "drizzle-orm";
import { and, eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { MediaFilter, MediaItem, MediaUse } from "./media-item.ts";
import { MEDIA_A_PAGE } from "./media-item.ts";
import type { OwnHeroPage } from "./site-images.ts";
import { findHeroPage, HERO_PAGES } from "./site-images.ts";
export type SiteImage = {
  id: string;
  name: string;
  byteSize: number;
  width: number | null;
  height: number | null;
  altText: string;
  focalX: number;
  focalY: number;
};

export type CategoryCard = {
  id: string;
  name: string;
  isSystem: boolean;
  image: SiteImage | null;
};

export type HeroCard = {
  pageName: OwnHeroPage;
  label: string;
  path: string;
  image: SiteImage | null;
};

const imageColumn = sql.raw(`
  case when m.id is not null then json_build_object('id', m.id, 'name', m.name, 'byteSize', m.byte_size, 'width', m.width,
    'height', m.height, 'altText', m.alt_text, 'focalX', m.focal_x, 'focalY', m.focal_y) end as image`);

/** Categories with images for an admin, system ones first, by name (specification 7). */
export const listCategoryCards = asAdmin(async (db: Queryable): Promise<Result<CategoryCard[]>> => {
  const found = await db.execute<CategoryCard>(sql`
    select c.id, c.name, c.is_system as "isSystem", ${imageColumn}
      from product_categories c
      left join category_images i on i.category_id = c.id
      left join media m on m.id = i.media_id
     order by c.is_system desc, lower(c.name)`);
  return ok(found.rows);
});

/** Pages with a hero in selector order, for an admin. */
export const listHeroCards = asAdmin(async (db: Queryable): Promise<Result<HeroCard[]>> => {
  const found = await db.execute<{ pageName: string; image: SiteImage }>(sql`
    select h.page_name as "pageName", ${imageColumn} from page_hero_images h join media m on m.id = h.media_id`);
  const images = new Map(found.rows.map((row) => [row.pageName, row.image]));
  return ok(HERO_PAGES.map((page) => ({ ...page, image: images.get(page.pageName) ?? null })));
});

type UseRow = { mediaId: string; kind: MediaUse["kind"]; subject: string; label: string };

/** Uses by products that are not deleted, categories, heroes, made-to-measure options, cloth, makers and settings. `ids` is a uuid array. */
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
  select c.media_id, 'option', coalesce(t.garment, t.product_id::text), c.name
    from option_choices c join option_groups g on g.id = c.group_id join made_to_measure_terms t on t.id = g.terms_id
   where c.media_id = any(${ids})
  union
  select c.media_id, 'cloth', c.id::text, c.name from cloths c where c.media_id = any(${ids})
  union
  select k.media_id, 'maker', k.id::text, k.name from makers k where k.media_id = any(${ids})
  union
  select m.id, 'settings', s.setting_name, s.setting_name
    from unnest(${ids}) as m(id) join site_settings s on strpos(lower(s.setting_value::text), m.id::text) > 0`;

/** Nothing shows media row `m`, by index. */
const isUnused: SQL = sql.raw(`
  not exists (select from product_images i join products p on p.id = i.product_id where i.media_id = m.id and p.deleted_at is null)
  and m.id not in (select media_id from category_images) and m.id not in (select media_id from page_hero_images)
  and not exists (select from option_choices c where c.media_id = m.id) and not exists (select from cloths c where c.media_id = m.id)
  and not exists (select from makers k where k.media_id = m.id)
  and not exists (select from site_settings s where strpos(lower(s.setting_value::text), m.id::text) > 0)`);

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function toUse({ kind, subject, label }: UseRow): MediaUse {
  if (kind === "product") return { kind, label, to: `/admin/products/edit/${subject}` };
  if (kind === "category") return { kind, label, to: "/admin?tab=site-images" };
  if (kind === "settings") return { kind, label, to: "/admin?tab=settings" };
  if (kind === "option") return { kind, label, to: `/admin/atelier/terms/${subject}` };
  if (kind === "cloth") return { kind, label, to: `/admin/atelier/cloth/${subject}` };
  if (kind === "maker") return { kind, label, to: `/admin/atelier/makers/${subject}` };
  const page = findHeroPage(subject);
  const to = page ? `/admin?tab=site-images&part=heroes&page=${subject}` : "/admin?tab=site-images";
  return { kind, label: page?.label ?? capitalize(subject.replaceAll("-", " ")), to };
}

/** Where each media item is used, products first, then by name; an unused one has no entry. */
export async function findMediaUses(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, MediaUse[]>> {
  const uses = new Map<string, MediaUse[]>();
  if (ids.length === 0) return uses;
  const list = sql`${sql.param([...ids])}::uuid[]`;
  const found = await db.execute<UseRow>(sql`
    select * from (${usesOf(list)}) u order by array_position(array['product', 'category', 'hero', 'option', 'cloth', 'maker', 'settings'], kind), label`);
  for (const row of found.rows) {
    const known = uses.get(row.mediaId);
    if (known) known.push(toUse(row));
    else uses.set(row.mediaId, [toUse(row)]);
  }
  return uses;
}

export type MediaListRow = MediaItem & { uses: readonly MediaUse[] };

export type MediaList = {
  rows: readonly MediaListRow[];
  total: number;
  page: number;
  pageCount: number;
};

type ItemRow = Omit<MediaItem, "createdAt"> & { createdAt: string };

const itemColumns = sql.raw(`
  m.id, m.name, m.type, m.mime_type as "mimeType", m.byte_size as "byteSize", m.width, m.height, m.alt_text as "altText",
  m.focal_x as "focalX", m.focal_y as "focalY", m.created_at as "createdAt"`);

const toItem = (row: ItemRow): MediaItem => ({ ...row, createdAt: new Date(row.createdAt) });

function wanted({ show, search }: Pick<MediaFilter, "show" | "search">): SQL {
  const parts: SQL[] = [sql`true`];
  if (show === "unused") parts.push(isUnused);
  else if (show !== "all") parts.push(sql`m.type = ${show}`);
  if (search) {
    parts.push(textContains([sql.raw("m.name"), sql.raw("m.alt_text")], search));
  }
  return sql.join(parts, sql` and `);
}

/** A page of the library for an admin, newest first (specification 7); beyond the end, the last. */
export const listMedia = asAdmin(
  async (
    db: Queryable,
    input: { filter: Pick<MediaFilter, "show" | "search" | "page"> },
  ): Promise<Result<MediaList>> => {
    const condition = wanted(input.filter);
    const counted = await db.execute<{ total: number }>(
      sql`select count(*)::integer as total from media m where ${condition}`,
    );
    const total = counted.rows[0]?.total ?? 0;
    const pageCount = Math.max(1, Math.ceil(total / MEDIA_A_PAGE));
    const page = Math.min(input.filter.page, pageCount);
    const found = await db.execute<ItemRow>(sql`
    select ${itemColumns} from media m where ${condition}
     order by m.created_at desc nulls last, m.id desc nulls last limit ${MEDIA_A_PAGE} offset ${(page - 1) * MEDIA_A_PAGE}`);
    const uses = await findMediaUses(
      db,
      found.rows.map((row) => row.id),
    );
    const rows = found.rows.map((row) => ({ ...toItem(row), uses: uses.get(row.id) ?? [] }));
    return ok({ rows, total, page, pageCount });
  },
);

/** An item with its uses, for an admin; null for an unknown or malformed id. */
export const findMediaItem = asAdmin(
  async (db: Queryable, input: { id: string }): Promise<Result<MediaListRow | null>> => {
    if (!isId(input.id)) return ok(null);
    const found = await db.execute<ItemRow>(
      sql`select ${itemColumns} from media m where m.id = ${input.id}`,
    );
    const [row] = found.rows;
    if (!row) return ok(null);
    const uses = await findMediaUses(db, [row.id]);
    return ok({ ...toItem(row), uses: uses.get(row.id) ?? [] });
  },
);

type StoredVideo = { storageKey: string; mimeType: string; byteSize: number };

/** Null for another id or type. */
export async function findVideo(
  db: Queryable,
  { id, mimeType }: { id: string; mimeType: string },
): Promise<StoredVideo | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select({ storageKey: media.storageKey, mimeType: media.mimeType, byteSize: media.byteSize })
    .from(media)
    .where(and(eq(media.id, id), eq(media.type, "video"), eq(media.mimeType, mimeType)));
  return row ?? null;
}
