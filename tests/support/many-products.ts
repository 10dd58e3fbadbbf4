import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";

const places = [
  "Aishalton",
  "Bartica",
  "Canje",
  "Diamond",
  "Enmore",
  "Fyrish",
  "Grove",
  "Hopetown",
  "Ituni",
  "Kwakwani",
];
const more = [
  "Lethem",
  "Mabaruma",
  "Nappi",
  "Orealla",
  "Paramakatoi",
  "Rosehall",
  "Skeldon",
  "Timehri",
  "Uitvlugt",
  "Wismar",
];
const cuts = [
  "Slim",
  "Draped",
  "Double-Breasted",
  "Cropped",
  "Longline",
  "Belted",
  "Panelled",
  "Everyday",
  "Sunday",
  "Classic",
];
const cloths = [
  "Linen",
  "Silk",
  "Cotton",
  "Wool",
  "Velvet",
  "Crepe",
  "Flannel",
  "Tweed",
  "Denim",
  "Cashmere",
];
const garments = [
  "Shirt",
  "Dress",
  "Jacket",
  "Trousers",
  "Skirt",
  "Coat",
  "Gown",
  "Blazer",
  "Suit",
  "Scarf",
];
const types = [
  "shirt",
  "dress",
  "jacket",
  "pants",
  "skirt",
  "outerwear",
  "dress",
  "jacket",
  "suit",
  "accessory",
];
const colors = [
  "#1F2A3C Navy",
  "#8E1F2B Hibiscus Red",
  "#1C1815 Black",
  "#FFFFFF White",
  "#20382D Forest Green",
  "#C2A77C Sand",
  "#C9A24B Gold",
];

/** Adds products with generated names, texts, sizes and two colors. */
export async function addManyProducts(db: Queryable, count: number): Promise<void> {
  const textArray = (values: readonly string[]) => sql`${sql.param(values)}::text[]`;
  const pick = (values: readonly string[], step: number) =>
    sql`(${textArray(values)})[1 + (n / ${step}::int) % ${values.length}::int]`;
  await db.execute(sql`
    insert into products (id, slug, name, description, materials, category_id, gender, garment_type, price_minor, sizes, colors, created_at)
    select gen_random_uuid(), 'many-' || n,
           place || ' ' || cut || ' ' || cloth || ' ' || garment,
           'A ' || lower(garment) || ' cut in ' || place || ' for long days and warm evenings. Wear it with a '
             || lower(${pick(cloths, 7)}) || ' ' || lower(${pick(garments, 3)}) || ' or alone. Finished by hand, with room at the seams.',
           cloth || ', 100%, woven for us. Lined in ' || lower(${pick(cloths, 13)}) || ', with horn buttons.',
           (array(select id from product_categories order by name))[1 + n % greatest(1, (select count(*)::int from product_categories))],
           (array['female', 'male', 'unisex'])[1 + n % 3], garment_type, 4500 + (n * 7919) % 150000,
           array['XS', 'S', 'M', 'L', 'XL', 'XXL', 'Custom'],
           jsonb_build_array(${jsonColor(5)}, ${jsonColor(11)}), timestamptz '2024-01-01' + n * interval '1 minute'
      from generate_series(1, ${count}::int) n
     cross join lateral (
       select ${pick([...places, ...more], 1)} as place, ${pick(cuts, 20)} as cut, ${pick(cloths, 200)} as cloth,
              ${pick(garments, 2)} as garment, ${pick(types, 2)} as garment_type) words`);
  await db.execute(sql`analyze`);

  function jsonColor(step: number) {
    const chosen = pick(colors, step);
    return sql`jsonb_build_object('hex', left(${chosen}, 7), 'name', substr(${chosen}, 9))`;
  }
}
