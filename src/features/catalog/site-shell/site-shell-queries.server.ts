import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "#db/client.server.ts";
import {
  readSection,
  SECTION_NAMES,
  SETTINGS_SECTIONS,
} from "#features/base/settings/settings-sections.ts";
import { toDeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import {
  findSystemCategory,
  SYSTEM_CATEGORIES,
} from "#features/catalog/products/system-categories.ts";
import type { MenuCollection, SiteFacts, SiteShell } from "./site-shell.ts";

const menuRowSchema = z.object({
  name: z.string(),
  description: z.string(),
  slug: z.string().nullable(),
  image: z
    .object({ id: z.string(), alt: z.string(), focalX: z.number(), focalY: z.number() })
    .nullable(),
});
const siteRowSchema = z.object({
  settings: z.record(z.string(), z.unknown()),
  categories: z.array(menuRowSchema),
  image: z.object({ id: z.string(), focalX: z.number(), focalY: z.number() }).nullable(),
  social: z
    .object({ id: z.string(), alt: z.string(), width: z.number(), height: z.number() })
    .nullable(),
});

const ON_EVERY_PAGE = SECTION_NAMES.filter((name) => SETTINGS_SECTIONS[name].isOnEveryPage);

type MenuRow = z.infer<typeof menuRowSchema>;

/** Rows, else defaults (specification 3), then custom categories in the menu. */
function composeMenu(rows: readonly MenuRow[]): MenuCollection[] {
  const rowOf = new Map(rows.map((row) => [row.name.toLowerCase(), row]));
  const system = SYSTEM_CATEGORIES.map((category) => {
    const row = rowOf.get(category.name.toLowerCase());
    return {
      name: category.name,
      description: row?.description.trim() || category.description,
      path: category.collectionPath,
      image: row?.image ?? null,
    };
  });
  const custom = rows.flatMap(({ name, description, slug, image }) =>
    slug === null || findSystemCategory(name)
      ? []
      : [{ name, description: description.trim(), path: `/collections/${slug}`, image }],
  );
  return [...system, ...custom];
}

/** A storefront page's shop facts, with defaults; one statement. */
export async function getSiteFacts(db: Queryable): Promise<SiteFacts> {
  const names = SYSTEM_CATEGORIES.map((category) => category.name.toLowerCase());
  const result = await db.execute(sql`
    select
      (select coalesce(jsonb_object_agg(setting_name, setting_value), '{}')
         from site_settings
        where setting_name in ${ON_EVERY_PAGE}) as settings,
      (select coalesce(jsonb_agg(jsonb_build_object(
                'name', c.name,
                'description', c.description,
                'slug', c.slug,
                'image', case when m.id is not null then jsonb_build_object(
                  'id', m.id, 'alt', m.alt_text, 'focalX', m.focal_x, 'focalY', m.focal_y) end) order by lower(c.name)), '[]')
         from product_categories c
         left join category_images i on i.category_id = c.id
         left join media m on m.id = i.media_id
        where lower(c.name) in ${names} or c.in_menu) as categories,
      (select jsonb_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
         from page_hero_images h join media m on m.id = h.media_id
        where h.page_name = 'home') as image,
      (select jsonb_build_object('id', m.id, 'alt', m.alt_text, 'width', m.width, 'height', m.height)
         from site_settings s join media m on m.id::text = s.setting_value->>'socialImageId'
        where s.setting_name = 'seo' and m.type = 'image' and m.width > 0 and m.height > 0) as social`);
  const { settings, categories, image, social } = siteRowSchema.parse(result.rows[0]);
  const { titlePattern, ...seo } = readSection("seo", settings.seo);
  const shipping = readSection("shipping", settings.shipping);
  const shell: SiteShell = {
    general: readSection("general", settings.general),
    titlePattern,
    footerLinks: readSection("footer", settings.footer).links,
    menu: composeMenu(categories),
    announcement: readSection("announcement", settings.announcement).text || null,
    delivery: toDeliveryTerms(shipping),
    cart: readSection("cart", settings.cart),
  };
  const { indexing, description, googleVerification, bingVerification } = seo;
  return {
    shell,
    shipping,
    image,
    seo: { indexing, description, googleVerification, bingVerification, socialImage: social },
  };
}

/** Reads the content of every page's frame in one statement. */
export async function getSiteShell(db: Queryable): Promise<SiteShell> {
  return (await getSiteFacts(db)).shell;
}
