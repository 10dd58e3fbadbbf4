import { sql } from "drizzle-orm";
import { z } from "zod";
import { batched } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import { findSystemCategory, SYSTEM_CATEGORIES } from "#features/catalog/system-categories.ts";
import type { SectionName, SectionValues, ShippingSettings } from "./settings-sections.ts";
import { readSection, SECTION_NAMES, SETTINGS_SECTIONS } from "./settings-sections.ts";
import type { DutiesTerms } from "./shipping-methods.ts";
import { toDeliveryTerms } from "./shipping-methods.ts";
import type { MenuCollection, SiteFacts, SiteShell } from "./site-shell.ts";

const findSettings = prepareStatement<{ name: string; value: unknown }>(
  "settings",
  sql`select setting_name as name, setting_value as value from site_settings
       where setting_name in (select json_array_elements_text(${sql.placeholder("names")}::json))`,
);

/** A stored setting, or null. Concurrent calls share a statement. */
export const findSetting = batched(async (db: Queryable, names: readonly string[]) => {
  const rows = await findSettings(db, { names: JSON.stringify([...new Set(names)]) });
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  return names.map((name) => stored.get(name) ?? null);
});

/** A section or its defaults; one statement. */
export async function getSettings<Name extends SectionName>(
  db: Queryable,
  name: Name,
): Promise<SectionValues[Name]> {
  return readSection(name, await findSetting(db, name));
}

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
  picture: z.object({ id: z.string(), focalX: z.number(), focalY: z.number() }).nullable(),
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
        where h.page_name = 'home') as picture,
      (select jsonb_build_object('id', m.id, 'alt', m.alt_text, 'width', m.width, 'height', m.height)
         from site_settings s join media m on m.id::text = s.setting_value->>'socialImageId'
        where s.setting_name = 'seo' and m.type = 'image' and m.width > 0 and m.height > 0) as social`);
  const { settings, categories, picture: image, social } = siteRowSchema.parse(result.rows[0]);
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
    picture: image,
    seo: { indexing, description, googleVerification, bingVerification, socialImage: social },
  };
}

/** The content of every page's frame; one statement. */
export async function getSiteShell(db: Queryable): Promise<SiteShell> {
  return (await getSiteFacts(db)).shell;
}

/** The owner's shipping methods, else specification 2 and 9; one statement. */
export async function getShippingSettings(db: Queryable): Promise<ShippingSettings> {
  return getSettings(db, "shipping");
}

/** The owner's text on duties; one statement. */
export async function getDutiesTerms(db: Queryable): Promise<DutiesTerms> {
  const { duties, dutyFreeCountries } = await getSettings(db, "shipping");
  return { duties, dutyFreeCountries };
}
