import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ChoiceEffect } from "./choice-effect.ts";
import { effectKeyOf, readEffect } from "./choice-effect.ts";
import type { OptionKind } from "./option-kind.ts";
import { isFromStock } from "./option-kind.ts";

export type DescribedChoice = {
  group: string;
  choice: string;
  /** Null while nobody has described it. */
  effect: ChoiceEffect | null;
};

type Row = {
  productId: string;
  group: string;
  kind: OptionKind;
  choice: string;
  effect: string | null;
  effectNote: string;
};

/**
 * What each choice of these products' options changes on the pattern, by the names that contracts hold, in one statement; choices that
 * are not offered any more are among them. Cloth and lining of a garment change nothing of its lines. Does not check who asks.
 */
export async function listEffectsOfProducts(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DescribedChoice[]>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.execute<Row>(sql`
    select p.id as "productId", g.name as "group", g.kind, c.name as choice, c.effect, c.effect_note as "effectNote"
      from products p
      left join made_to_measure_terms own on own.product_id = p.id
      left join made_to_measure_terms general on general.garment = p.garment_type
      join option_groups g on g.terms_id = case when own.own_options then own.id else general.id end
      join option_choices c on c.group_id = g.id
     where p.id = any(${sql.param([...productIds])}::uuid[]) order by g.position, c.position, c.id`);
  const byProduct = new Map<string, DescribedChoice[]>();
  for (const { choice, effect, effectNote, group, kind, productId } of rows) {
    const described: ChoiceEffect | null = isFromStock(kind)
      ? { kind: "none" }
      : readEffect(effect, effectNote);
    const own = byProduct.get(productId) ?? [];
    byProduct.set(productId, [...own, { group, choice, effect: described }]);
  }
  return byProduct;
}

/** The choices of one product; see `listEffectsOfProducts`. */
export async function listChoiceEffects(
  db: Queryable,
  productId: string,
): Promise<readonly DescribedChoice[]> {
  return (await listEffectsOfProducts(db, [productId])).get(productId) ?? [];
}

type Agreed = {
  readonly group: string;
  readonly choice: string;
  readonly effect?: string | undefined;
  readonly effectNote?: string | undefined;
};

/**
 * Agreed choices with what they change on the pattern as it is described now. What a choice was agreed with before stays; one that
 * nobody has described stays without, so that its description is looked up later.
 */
export function freezeEffects<Option extends Agreed>(
  options: readonly Option[],
  described: readonly DescribedChoice[],
): Option[] {
  return options.map((option) => {
    const { choice, group } = option;
    const known = described.find((each) => each.group === group && each.choice === choice)?.effect;
    if (option.effect !== undefined || !known) return option;
    const note = known.kind === "by_hand" ? { effectNote: known.note } : {};
    return { ...option, effect: effectKeyOf(known), ...note };
  });
}
