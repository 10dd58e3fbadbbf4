import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { isClothEnough } from "#features/garments/cloth/cloth.ts";
import { componentsOfProduct, designsOfProduct } from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { isStyleName } from "#features/patterns/styles/garment-styles.ts";
import type { MadeToMeasureTerms, OptionGroup, TermsFields } from "./made-to-measure-terms.ts";
import { picturedChoice, resolveTerms } from "./made-to-measure-terms.ts";

type ChoiceRow = {
  id: string;
  name: string;
  description: string;
  imageId: string | null;
  priceMinor: number;
  effect: string | null;
  clothId: string | null;
  clothName: string | null;
  clothHex: string | null;
  clothLengthMm: number | null;
};

type GroupRow = Omit<OptionGroup, "choices"> & { choices: ChoiceRow[] };

type TermsRow = {
  id: string;
  garmentType: string;
  gender: string;
  /** The owner's entry of the pattern table. */
  components: string[] | null;
  currency: Currency;
  product: TermsFields | null;
  garment: TermsFields | null;
  groups: GroupRow[];
};

/** The fields of terms `alias` as JSON; null without a row. */
export const fieldsOf = (alias: string): SQL =>
  sql.raw(`case when ${alias}.id is not null then json_build_object(
    'offered', ${alias}.offered, 'surchargeMinor', ${alias}.surcharge_minor, 'extraDays', ${alias}.extra_days,
    'clothLengthMm', ${alias}.cloth_length_mm, 'monogram', ${alias}.monogram, 'measurements', ${alias}.measurements,
    'pictured', ${alias}.pictured) end`);

/** Offered choices of group `g`; none of archived cloth. */
const choicesOfGroup = `(
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'description', c.description, 'imageId', coalesce(c.media_id, l.media_id),
           'priceMinor', c.price_minor, 'effect', c.effect, 'clothId', l.id, 'clothName', l.name, 'clothHex', l.color_hex,
           'clothLengthMm', l.length_mm - l.committed_mm) order by c.position, c.id)
    from option_choices c left join cloths l on l.id = c.cloth_id
   where c.group_id = g.id and c.offered and l.archived_at is null)`;

/** Groups without a choice are left out, because they cannot be answered. */
const groupsOfTerms = sql.raw(`(
  select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'kind', o.kind, 'required', o.required, 'choices', o.choices)
           order by o.position, o.id), '[]')
    from (select g.id, g.name, g.kind, g.required, g.position, ${choicesOfGroup} as choices
            from option_groups g where g.terms_id = case when own.own_options then own.id else general.id end) o
   where o.choices is not null)`);

async function readTerms(db: Queryable, productIds: readonly string[]): Promise<TermsRow[]> {
  const { rows } = await db.execute<TermsRow>(sql`
    select p.id, p.garment_type as "garmentType", p.gender, pattern.components, p.currency, ${fieldsOf("own")} as product, ${fieldsOf("general")} as garment,
           ${groupsOfTerms} as groups
      from products p
      left join made_to_measure_terms own on own.product_id = p.id
      left join made_to_measure_terms general on general.garment = p.garment_type
      left join product_patterns pattern on pattern.product_id = p.id
     where p.id = any(${sql.param([...productIds])}::uuid[]) and p.deleted_at is null and ${CUSTOM_SIZE} = any(p.sizes)`);
  return rows;
}

const styleOf = (effect: string | null): StyleName | null =>
  effect !== null && isStyleName(effect) ? effect : null;

function toTerms(row: TermsRow, shopDays: number): MadeToMeasureTerms {
  const { components, currency, garment, garmentType, gender, groups, product } = row;
  const mapped = { components, garmentType, gender };
  const designs = designsOfProduct(mapped);
  const fields = {
    currency,
    garment,
    garmentType,
    product,
    components: componentsOfProduct(mapped),
  };
  const terms = resolveTerms({ ...fields, designs, shopDays, groups: [] });
  const clothOf = ({ clothHex, clothId, clothLengthMm, clothName }: ChoiceRow) =>
    clothId === null
      ? null
      : {
          id: clothId,
          name: clothName ?? "",
          colorHex: clothHex ?? "",
          isAvailable: isClothEnough(clothLengthMm ?? 0, terms.clothLengthMm),
        };
  const toGroup = (group: GroupRow): OptionGroup => {
    const pictured = picturedChoice(group.choices, product, garment);
    return {
      ...group,
      choices: group.choices.map((choice) => ({
        id: choice.id,
        name: choice.name,
        description: choice.description,
        imageId: choice.imageId,
        price: money(choice.priceMinor, currency),
        cloth: clothOf(choice),
        isPictured: choice.id === pictured?.id,
        style: styleOf(choice.effect),
      })),
    };
  };
  return { ...terms, isDrafted: designs.length > 0, groups: groups.map(toGroup) };
}

/**
 * How these products are made to measure, in two statements for any number. Products that are unknown, deleted or without the
 * size Custom have no entry.
 */
export async function listTermsOfProducts(
  db: Queryable,
  productIds: readonly string[],
): Promise<Map<string, MadeToMeasureTerms>> {
  const known = productIds.filter(isId);
  if (known.length === 0) return new Map();
  const rows = await readTerms(db, known);
  if (rows.length === 0) return new Map();
  const { madeToMeasureMaxDays } = await getShippingSettings(db);
  return new Map(rows.map((row) => [row.id, toTerms(row, madeToMeasureMaxDays)]));
}

/** How a product is made to measure; null for a product that is unknown, deleted or without the size Custom. */
export async function findTermsOfProduct(
  db: Queryable,
  productId: string,
): Promise<MadeToMeasureTerms | null> {
  const terms = await listTermsOfProducts(db, [productId]);
  return terms.get(productId.toLowerCase()) ?? null;
}
