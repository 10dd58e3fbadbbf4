import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { GARMENT_TYPES } from "#features/catalog/editing/product-form.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { designsOfProduct } from "#features/patterns/designs/pattern-table.ts";
import type { PicturedWarning } from "./as-pictured.ts";
import { findPicturedWarnings } from "./as-pictured-queries.server.ts";
import type { MadeToMeasureTerms, TermsFields } from "./made-to-measure-terms.ts";
import { measurementsOfTerms, picturedChoice, resolveTerms } from "./made-to-measure-terms.ts";
import type { InheritedOption, StoredGroup, TermsForm } from "./terms-form.ts";
import { copyOfGroups, termsForm } from "./terms-form.ts";
import { fieldsOf } from "./terms-queries.server.ts";

/** A garment type or a product, by its name or id in a URL. */
export type TermsSubject =
  | { kind: "garment"; garment: string }
  | { kind: "product"; productId: string };

/** Null for a text that is neither. */
export function readTermsSubject(text: string): TermsSubject | null {
  if (GARMENT_TYPES.some((garment) => garment === text)) return { kind: "garment", garment: text };
  return isId(text) ? { kind: "product", productId: text.toLowerCase() } : null;
}

export type StoredTerms = TermsFields & {
  id: string;
  ownOptions: boolean;
  version: number;
  /** The choices as pictured are those that these terms name themselves. */
  groups: StoredGroup[];
};

const NEW_TERMS = {
  offered: null,
  surchargeMinor: null,
  extraDays: null,
  clothLengthMm: null,
  monogram: null,
  measurements: null,
  pictured: null,
  ownOptions: false,
  version: 0,
  groups: [],
};

/** The terms as stored; undefined without a row. */
export async function findStoredTerms(db: Queryable, where: SQL): Promise<StoredTerms | undefined> {
  const { rows } = await db.execute<StoredTerms>(sql`
    select t.id, t.offered, t.surcharge_minor::int as "surchargeMinor", t.extra_days as "extraDays",
           t.cloth_length_mm as "clothLengthMm", t.monogram, t.measurements, t.pictured, t.own_options as "ownOptions", t.version,
           (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'kind', g.kind, 'required', g.required, 'choices',
                     (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'description', c.description,
                               'mediaId', c.media_id, 'priceMinor', c.price_minor, 'clothId', c.cloth_id, 'effect', c.effect, 'effectNote', c.effect_note, 'offered', c.offered,
                               'pictured', coalesce(c.id = any(t.pictured), false))
                               order by c.position, c.id), '[]')
                        from option_choices c where c.group_id = g.id)) order by g.position, g.id), '[]')
              from option_groups g where g.terms_id = t.id) as groups
      from made_to_measure_terms t where ${where}`);
  return rows[0];
}

export const termsOfGarment = (garment: string): SQL => sql`t.garment = ${garment}`;
export const termsOfProduct = (productId: string): SQL => sql`t.product_id = ${productId}`;

type Product = {
  id: string;
  name: string;
  garmentType: string;
  currency: Currency;
  customPriceMinor: number;
  hasCustom: boolean;
  designs: readonly DraftableDesign[];
};

type ProductRow = Omit<Product, "designs"> & { gender: string; components: string[] | null };

/** Not of a deleted product. The price is the lowest of the size Custom. */
export async function findTermsProduct(
  db: Queryable,
  productId: string,
): Promise<Product | undefined> {
  const { rows } = await db.execute<ProductRow>(sql`
    select p.id, p.name, p.garment_type as "garmentType", p.gender, pattern.components, p.currency, ${CUSTOM_SIZE} = any(p.sizes) as "hasCustom",
           coalesce((select min(coalesce(v.price_minor, p.price_minor)) from product_variants v
                      where v.product_id = p.id and v.size = ${CUSTOM_SIZE}), p.price_minor)::int as "customPriceMinor"
      from products p left join product_patterns pattern on pattern.product_id = p.id
     where p.id = ${productId} and p.deleted_at is null`);
  const [row] = rows;
  if (!row) return undefined;
  const { components, gender, ...product } = row;
  const { garmentType } = product;
  return { ...product, designs: designsOfProduct({ components, garmentType, gender }) };
}

/** A product of the garment type, as an example of a total: the one whose Custom costs least. */
async function findExample(db: Queryable, garment: string) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from products where garment_type = ${garment} and deleted_at is null and ${CUSTOM_SIZE} = any(sizes)
     order by in_stock desc, price_minor, id limit 1`);
  return rows[0] ? findTermsProduct(db, rows[0].id) : undefined;
}

/** The form with what applies where a field is left empty, and the product of the sample total. */
export type TermsEditorContent = {
  garmentType: string;
  /** Of a product's own terms. */
  product: { id: string; name: string; hasCustom: boolean } | null;
  version: number;
  form: TermsForm;
  /** Of a product: what of its options is not as pictured. */
  warnings: readonly PicturedWarning[];
  /** Of a product: the options of its garment type. */
  inheritedOptions: readonly InheritedOption[];
  /** What an empty field means. */
  inherited: Omit<MadeToMeasureTerms, "groups">;
  defaultMeasurements: readonly MeasurementName[];
  example: { name: string; price: MoneyAmount } | null;
};

/** The garment type that a subject belongs to, with the product if it is one; null for an unknown product. */
async function findSubject(
  db: Queryable,
  subject: TermsSubject,
): Promise<{ garmentType: string; product: Product | null } | null> {
  if (subject.kind === "garment") return { garmentType: subject.garment, product: null };
  const product = await findTermsProduct(db, subject.productId);
  return product ? { garmentType: product.garmentType, product } : null;
}

/** The options of the garment type with what `own` terms of a product say that its images show. */
function inheritedOptionsOf(
  general: StoredTerms | undefined,
  own: Pick<TermsFields, "pictured">,
): InheritedOption[] {
  const offered = (general?.groups ?? []).map(({ choices, ...group }) => {
    return { ...group, choices: choices.filter((choice) => choice.offered) };
  });
  return offered.map(({ choices, id, name }) => ({
    id,
    name,
    usual: picturedChoice(choices, null, general ?? null)?.id ?? null,
    pictured: picturedChoice(choices, own, null)?.id ?? null,
    choices: choices.map((choice) => ({ id: choice.id, name: choice.name })),
  }));
}

/** The options of a product for its form: its own, or as long as it has none copies of those of its garment type. */
async function optionsOfProduct(
  db: Queryable,
  productId: string,
  {
    general,
    own,
  }: {
    general: StoredTerms | undefined;
    own: Pick<StoredTerms, "groups" | "ownOptions" | "pictured">;
  },
) {
  const inheritedOptions = inheritedOptionsOf(general, own);
  const isCopied = !own.ownOptions && own.groups.length === 0;
  return {
    inheritedOptions,
    groups: isCopied ? copyOfGroups(general?.groups ?? [], inheritedOptions) : own.groups,
    warnings: await findPicturedWarnings(db, productId),
  };
}

/** The terms of a garment type or a product for its form, for an admin; null for an unknown product. */
export const findTermsForm = asAdmin(
  async (
    db: Queryable,
    input: { subject: TermsSubject },
  ): Promise<Result<TermsEditorContent | null>> => {
    const { subject } = input;
    const found = await findSubject(db, subject);
    if (!found) return ok(null);
    const { garmentType, product } = found;
    const general = await findStoredTerms(db, termsOfGarment(garmentType));
    const own = product ? await findStoredTerms(db, termsOfProduct(product.id)) : undefined;
    const { madeToMeasureMaxDays } = await getShippingSettings(db);
    const stored = (product ? own : general) ?? NEW_TERMS;
    // A garment type inherits from the shop's settings alone.
    const parent = product ? (general ?? null) : null;
    const sample = product ?? (await findExample(db, garmentType));
    const { groups: _, ...inherited } = resolveTerms({
      garmentType,
      shopDays: madeToMeasureMaxDays,
      groups: [],
      product: null,
      currency: sample?.currency ?? "USD",
      garment: parent,
      ...(product && { designs: product.designs }),
    });
    const defaults = measurementsOfTerms(
      garmentType,
      parent?.measurements ?? null,
      product?.designs,
    ).required;
    const { groups, inheritedOptions, warnings } = product
      ? await optionsOfProduct(db, product.id, { general, own: stored })
      : { groups: stored.groups, inheritedOptions: [], warnings: [] };
    const { ownOptions } = stored;
    return ok({
      garmentType,
      product: product
        ? { id: product.id, name: product.name, hasCustom: product.hasCustom }
        : null,
      version: stored.version,
      warnings,
      inheritedOptions,
      form: termsForm({
        garmentType,
        fields: stored,
        defaults,
        ownOptions,
        groups,
        inheritedOptions,
      }),
      inherited,
      defaultMeasurements: defaults,
      example: sample
        ? { name: sample.name, price: money(sample.customPriceMinor, sample.currency) }
        : null,
    });
  },
);

export type TermsSummary = {
  /** A garment type or a product's id: the last part of the page's URL. */
  key: string;
  /** A product's name; null for a garment type. */
  productName: string | null;
  garmentType: string;
  /** Products with the size Custom that these terms apply to. */
  products: number;
  terms: MadeToMeasureTerms;
  options: number;
  /** Offered choices of which nobody has said what they change on the pattern. */
  undescribed: number;
};

type SummaryRow = {
  key: string;
  productName: string | null;
  garmentType: string;
  /** Of a product; null for a garment type. */
  gender: string | null;
  components: string[] | null;
  currency: Currency;
  products: number;
  own: TermsFields | null;
  general: TermsFields | null;
  options: number;
  undescribed: number;
};

/** Offered cuts and details of terms `id` without an effect on the pattern. */
const undescribedOf = (id: string) =>
  sql.raw(`(select count(*)::int from option_groups g join option_choices c on c.group_id = g.id
    where g.terms_id = ${id} and g.kind = 'choice' and c.offered and c.effect is null)`);

const isOwn =
  sql.raw(`(own.own_options or num_nonnulls(own.offered, own.surcharge_minor, own.extra_days, own.cloth_length_mm,
  own.monogram, own.measurements) > 0)`);

/** Garment types in the catalog's order, then products with terms of their own by name, for an admin. */
export const listTerms = asAdmin(
  async (
    db: Queryable,
  ): Promise<Result<{ garments: TermsSummary[]; products: TermsSummary[] }>> => {
    const { madeToMeasureMaxDays } = await getShippingSettings(db);
    const garments = await db.execute<SummaryRow>(sql`
    select type.name as key, null as "productName", type.name as "garmentType", null as gender, null as components, 'USD' as currency, null as own, ${fieldsOf("general")} as general,
           (select count(*)::int from products p
             where p.garment_type = type.name and p.deleted_at is null and ${CUSTOM_SIZE} = any(p.sizes)) as products,
           (select count(*)::int from option_groups g where g.terms_id = general.id) as options,
           ${undescribedOf("general.id")} as undescribed
      from unnest(${sql.param([...GARMENT_TYPES])}::text[]) with ordinality as type(name, place)
      left join made_to_measure_terms general on general.garment = type.name order by type.place`);
    const products = await db.execute<SummaryRow>(sql`
    select p.id as key, p.name as "productName", p.garment_type as "garmentType", p.gender, pattern.components, p.currency, ${fieldsOf("own")} as own,
           ${fieldsOf("general")} as general, (${CUSTOM_SIZE} = any(p.sizes))::int as products,
           (select count(*)::int from option_groups g
             where g.terms_id = case when own.own_options then own.id else general.id end) as options,
           ${undescribedOf("case when own.own_options then own.id else general.id end")} as undescribed
      from made_to_measure_terms own join products p on p.id = own.product_id and p.deleted_at is null
      left join made_to_measure_terms general on general.garment = p.garment_type
      left join product_patterns pattern on pattern.product_id = p.id
     where ${isOwn} order by lower(p.name), p.id`);
    const toSummary = ({
      components,
      currency,
      gender,
      general,
      own,
      ...row
    }: SummaryRow): TermsSummary => ({
      ...row,
      terms: resolveTerms({
        garmentType: row.garmentType,
        ...(gender !== null && {
          designs: designsOfProduct({ components, gender, garmentType: row.garmentType }),
        }),
        currency,
        shopDays: madeToMeasureMaxDays,
        groups: [],
        product: own,
        garment: general,
      }),
    });
    return ok({ garments: garments.rows.map(toSummary), products: products.rows.map(toSummary) });
  },
);

/** Products with the size Custom by name, to give one terms of its own; for an admin. */
export const listCustomProducts = asAdmin(
  async (db: Queryable): Promise<Result<{ id: string; name: string }[]>> => {
    const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from products where deleted_at is null and ${CUSTOM_SIZE} = any(sizes)
     order by lower(name), id limit ${MAX_LISTED}`);
    return ok(rows);
  },
);

/** The products of a select; further ones are reached from their own pages. */
const MAX_LISTED = 500;
