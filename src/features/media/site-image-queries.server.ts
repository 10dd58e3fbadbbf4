import { sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { OwnHeroPage } from "./site-images.ts";
import { HERO_PAGES } from "./site-images.ts";

/** The picture that a place of the site shows, with the facts of its file. */
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

/** A category's card: its picture, or null where it has none. */
export type CategoryCard = {
  id: string;
  name: string;
  isSystem: boolean;
  picture: SiteImage | null;
};

/** A page with its hero. */
export type HeroCard = {
  pageName: OwnHeroPage;
  label: string;
  path: string;
  picture: SiteImage | null;
};

const pictureColumn = sql.raw(`
  case when m.id is not null then json_build_object('id', m.id, 'name', m.name, 'byteSize', m.byte_size, 'width', m.width,
    'height', m.height, 'altText', m.alt_text, 'focalX', m.focal_x, 'focalY', m.focal_y) end as picture`);

/** Every category with its picture, system ones first, each by name (specification 7), for an admin. */
export async function listCategoryCards(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<CategoryCard[], "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const found = await db.execute<CategoryCard>(sql`
    select c.id, c.name, c.is_system as "isSystem", ${pictureColumn}
      from product_categories c
      left join category_images i on i.category_id = c.id
      left join media m on m.id = i.media_id
     order by c.is_system desc, lower(c.name)`);
  return ok(found.rows);
}

/** The five pages with their heroes, in the order of the page selector, for an admin. */
export async function listHeroCards(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<HeroCard[], "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const found = await db.execute<{ pageName: string; picture: SiteImage }>(sql`
    select h.page_name as "pageName", ${pictureColumn} from page_hero_images h join media m on m.id = h.media_id`);
  const pictures = new Map(found.rows.map((row) => [row.pageName, row.picture]));
  return ok(HERO_PAGES.map((page) => ({ ...page, picture: pictures.get(page.pageName) ?? null })));
}
