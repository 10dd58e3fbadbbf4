import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import type { ChoiceEffect } from "./choice-effect.ts";
import { readEffect } from "./choice-effect.ts";

export type DescribedChoice = {
  group: string;
  choice: string;
  /** Null while nobody has described it. */
  effect: ChoiceEffect | null;
};

type Row = {
  group: string;
  kind: "cloth" | "choice";
  choice: string;
  effect: string | null;
  effectNote: string;
};

/**
 * What each choice of a product's options changes on the pattern, by the names that contracts hold; those that are not offered any
 * more among them. The cloth of a garment changes nothing of its lines. Does not check who asks.
 */
export async function listChoiceEffects(
  db: Queryable,
  productId: string,
): Promise<DescribedChoice[]> {
  const { rows } = await db.execute<Row>(sql`
    select g.name as "group", g.kind, c.name as choice, c.effect, c.effect_note as "effectNote"
      from products p
      left join made_to_measure_terms own on own.product_id = p.id
      left join made_to_measure_terms general on general.garment = p.garment_type
      join option_groups g on g.terms_id = case when own.own_options then own.id else general.id end
      join option_choices c on c.group_id = g.id
     where p.id = ${productId} order by g.position, c.position, c.id`);
  return rows.map(({ choice, effect, effectNote, group, kind }) => ({
    group,
    choice,
    effect: kind === "cloth" ? { kind: "none" } : readEffect(effect, effectNote),
  }));
}
