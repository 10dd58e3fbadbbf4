import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { LineColor, LineOption } from "#features/orders/order/line-description.ts";

/**
 * The color of an ordered line with these options: that of the cloth from stock which the options of the line's product offer under
 * these names, also when it is no longer offered; else that of the ordered variant, else the product's first. Null for a line whose
 * product is deleted, and for one without a color. Does not check who asks.
 */
export async function findColorOfOptions(
  db: Queryable,
  orderItemId: string,
  options: readonly LineOption[],
): Promise<LineColor | null> {
  const chosen = JSON.stringify(options.map(({ choice, group }) => ({ choice, group })));
  const { rows } = await db.execute<LineColor>(sql`
    select coalesce(cloth.name, color.value ->> 'name') as name, coalesce(cloth.hex, color.value ->> 'hex') as hex
      from order_items i
      join products p on p.id = i.product_id
      left join product_variants v on v.id = i.variant_id
      left join lateral (
        select c.name, l.color_hex as hex
          from json_to_recordset(${chosen}::json) as chosen ("group" text, choice text)
          left join made_to_measure_terms own on own.product_id = p.id
          left join made_to_measure_terms general on general.garment = p.garment_type
          join option_groups g on g.terms_id = case when own.own_options then own.id else general.id end
           and g.kind = 'cloth' and g.name not ilike '%lining%' and g.name = chosen."group"
          join option_choices c on c.group_id = g.id and c.name = chosen.choice
          join cloths l on l.id = c.cloth_id
         order by g.position limit 1
      ) as cloth on true
      left join lateral (
        select each.value from jsonb_array_elements(p.colors) with ordinality as each (value, position)
         order by coalesce(each.value ->> 'hex' = v.color, false) desc, each.position limit 1
      ) as color on true
     where i.id = ${orderItemId} and coalesce(cloth.name, color.value ->> 'name') is not null`);
  return rows[0] ?? null;
}
