import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type {
  ClothSwatch,
  LineColor,
  LineOption,
} from "#features/orders/order/line-description.ts";
import { shownGarment } from "./shown-cloth.ts";

type Row = LineColor & {
  isCloth: boolean;
  swatchId: string | null;
  /** Of the ordered variant, else the product's first; null for a product without colors. */
  colorHex: string | null;
  colors: readonly LineColor[];
  images: readonly { id: string; color: string | null }[];
};

export type ColorOfOptions = LineColor & {
  /** The image that stands for the garment; null for a product without one. */
  mediaId: string | null;
  /** What stands beside the image; null where it shows the cloth. */
  swatch: ClothSwatch | null;
};

/**
 * The color of an ordered line with these options: that of the cloth from stock which the options of the line's product offer under
 * these names, also when it is no longer offered; else that of the ordered variant, else the product's first. Null for a line whose
 * product is deleted, and for one without a color. Does not check who asks.
 */
export async function findColorOfOptions(
  db: Queryable,
  orderItemId: string,
  options: readonly LineOption[],
): Promise<ColorOfOptions | null> {
  const chosen = JSON.stringify(options.map(({ choice, group }) => ({ choice, group })));
  const { rows } = await db.execute<Row>(sql`
    select coalesce(cloth.name, color.value ->> 'name') as name, coalesce(cloth.hex, color.value ->> 'hex') as hex,
           cloth.name is not null as "isCloth", cloth.swatch as "swatchId", color.value ->> 'hex' as "colorHex", p.colors,
           (select coalesce(json_agg(json_build_object('id', m.media_id, 'color', m.color) order by m.primary_image desc, m.position, m.id), '[]')
              from product_images m where m.product_id = p.id) as images
      from order_items i
      join products p on p.id = i.product_id
      left join product_variants v on v.id = i.variant_id
      left join lateral (
        select c.name, l.color_hex as hex, coalesce(c.media_id, l.media_id) as swatch
          from json_to_recordset(${chosen}::json) as chosen ("group" text, choice text)
          left join made_to_measure_terms own on own.product_id = p.id
          left join made_to_measure_terms general on general.garment = p.garment_type
          join option_groups g on g.terms_id = case when own.own_options then own.id else general.id end
           and g.kind = 'cloth' and g.name = chosen."group"
          join option_choices c on c.group_id = g.id and c.name = chosen.choice
          join cloths l on l.id = c.cloth_id
         order by g.position limit 1
      ) as cloth on true
      left join lateral (
        select each.value from jsonb_array_elements(p.colors) with ordinality as each (value, position)
         order by coalesce(each.value ->> 'hex' = v.color, false) desc, each.position limit 1
      ) as color on true
     where i.id = ${orderItemId} and coalesce(cloth.name, color.value ->> 'name') is not null`);
  const [row] = rows;
  if (!row) return null;
  const { colorHex, hex, isCloth, name, swatchId } = row;
  const shown = shownGarment(row, colorHex, isCloth ? { name, hex, imageId: swatchId } : null);
  return { name, hex, mediaId: shown.images[0]?.id ?? null, swatch: shown.swatch };
}
