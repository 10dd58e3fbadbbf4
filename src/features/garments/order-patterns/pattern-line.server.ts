import { and, desc, eq, sql } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { productPatterns } from "#db/schema/patterns.server.ts";
import { stretchesOf } from "#features/garments/cloth/pictured-cloth.ts";
import {
  describeColumns,
  GARMENT_TYPE,
  lineColumns,
} from "#features/garments/garment/garment-queries.server.ts";
import type { DescribedChoice } from "#features/garments/options/choice-effect-queries.server.ts";
import { listChoiceEffects } from "#features/garments/options/choice-effect-queries.server.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import type { ClothStretch } from "#features/patterns/designs/cloth-needs.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  componentsInCloth,
  componentsOfProduct,
  inGarmentOrder,
  isComponentName,
} from "#features/patterns/designs/pattern-table.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { isOfLining } from "./line-cloth.server.ts";
import type { AgreedChoice } from "./ordered-choices.ts";
import { describeChoices, orderedComponents, stylesOfChoices } from "./ordered-choices.ts";
import type { HouseChoices } from "./product-patterns.ts";
import { readHouseChoices } from "./product-patterns.ts";

export type PatternDeps = {
  db: Database;
  measurementBox: SecretBox;
  patterns: PatternPool;
};

/** A made-to-measure line as it is drafted. */
export type PatternLine = {
  orderItemId: string;
  orderId: string;
  productId: string | null;
  /** With its wearer. */
  name: string;
  /** What was ordered. */
  ordered: DescribedLine;
  /** As the product is made now, in the cloth of the line. */
  components: readonly ComponentName[];
  /** Those that the newest contract was drafted with; none before it is drafted. */
  draftedComponents: readonly ComponentName[];
  /** What the house sews differently from the designs. */
  house: HouseChoices;
  /** Of the cloths that are committed to the line, without linings; without any, of the one that its product is pictured in. */
  clothStretches: readonly ClothStretch[];
};

/** Null for a line that is not made to measure. Does not check who asks. */
export async function findPatternLine(
  db: Queryable,
  orderItemId: string,
): Promise<PatternLine | null> {
  const [row] = await db
    .select({
      orderItemId: orderItems.id,
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      columns: lineColumns,
      committed: sql<
        readonly ClothStretch[]
      >`coalesce((select json_agg(k.stretch_percent) from cloth_commitments m join cloths k on k.id = m.cloth_id where m.order_item_id = ${orderItems.id} and not ${isOfLining(sql`k.id`)}), '[]')`,
      drafted: sql<
        readonly string[]
      >`coalesce((select json_agg(distinct d.component) from pattern_drafts d where d.order_item_id = ${orderItems.id} and d.contract_version = (select max(c.version) from ${contracts} c where c.order_item_id = ${orderItems.id})), '[]')`,
      garmentType: GARMENT_TYPE,
      gender: products.gender,
      materials: products.materials,
      own: productPatterns.components,
      choices: productPatterns.choices,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(productPatterns, eq(productPatterns.productId, orderItems.productId))
    .where(and(eq(orderItems.id, orderItemId), eq(orderItems.madeToMeasure, true)));
  if (!row) return null;
  const { choices, columns, committed, drafted, garmentType, gender, materials, own, ...line } =
    row;
  const clothStretches = stretchesOf(committed, materials);
  const ordered = describeColumns(columns);
  const ofProduct = componentsOfProduct({
    garmentType,
    gender: gender ?? "unisex",
    components: own,
  });
  const components = componentsInCloth(ofProduct, clothStretches);
  return {
    ...line,
    clothStretches,
    name: lineName(ordered),
    ordered,
    components,
    draftedComponents: inGarmentOrder(drafted.filter(isComponentName)),
    house: readHouseChoices(choices ?? {}),
  };
}

/** What was ordered of a line: the contract's choices with what they change, and the components that they lead to. */
export type OrderedLine = {
  choices: readonly DescribedChoice[];
  components: readonly ComponentName[];
};

/**
 * The choices of a contract with what they change on the pattern: as it was agreed, else as the product's options describe it now. A
 * contract that is drafted has the components of its draft, whatever its product is made of since. Does not check who asks.
 */
export async function findOrderedChoices(
  db: Queryable,
  {
    components,
    draftedComponents,
    productId,
  }: Pick<PatternLine, "components" | "draftedComponents" | "productId">,
  agreed: readonly AgreedChoice[],
): Promise<OrderedLine> {
  const isLookedUp = productId !== null && agreed.some(({ effect }) => effect === undefined);
  const described = isLookedUp ? await listChoiceEffects(db, productId) : [];
  const choices = describeChoices(agreed, described);
  const isDrafted = draftedComponents.length > 0;
  return {
    choices,
    components: isDrafted ? draftedComponents : orderedComponents(components, choices),
  };
}

/** What the garments of a line are made of, and how they look. */
export type LineGarment = {
  readonly components: readonly ComponentName[];
  readonly styles: readonly StyleName[];
};

/**
 * The components that the garments of a line are made of and their styles, by the choices of its newest contract; the product's own
 * components without one. None for a line that is not made to measure. Does not check who asks.
 */
export async function findLineGarment(db: Queryable, orderItemId: string): Promise<LineGarment> {
  const line = await findPatternLine(db, orderItemId);
  if (!line) return { components: [], styles: [] };
  const [contract] = await db
    .select({ terms: contracts.terms })
    .from(contracts)
    .where(eq(contracts.orderItemId, orderItemId))
    .orderBy(desc(contracts.version))
    .limit(1);
  const ordered = await findOrderedChoices(db, line, contract?.terms.options ?? []);
  return { components: ordered.components, styles: stylesOfChoices(ordered.choices) };
}

/** "3f2a91c0 Stabroek Suit for Grace": printed on every part of the pattern. Characters that a drawing cannot print are left out. */
export function labelOfLine({ name, orderId }: Pick<PatternLine, "name" | "orderId">): string {
  const printable = name.replaceAll(/[^\p{L}\p{N} .,#·/-]/gu, "");
  return `${orderNumber(orderId)} ${printable}`.slice(0, 60).trim();
}
