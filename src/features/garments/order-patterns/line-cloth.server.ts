import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { canonicalJson } from "#core/canonical-json.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { commitNestedCloth } from "#features/garments/cloth/commit-cloth.server.ts";
import { STAGES_BEFORE_CUT } from "#features/garments/garment/garment.ts";
import type { DraftWaiter } from "#features/patterns/drafting/garment-draft.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { Nest, NestCloth } from "#features/patterns/nesting/nest.ts";
import type { PatternContent } from "./pattern-content.ts";

/** Cloth that is committed to a line and not cut. */
type LineCloth = {
  clothId: string;
  name: string;
  /** Null when the owner has not entered it. */
  widthMm: number | null;
  isOneWay: boolean;
  /** For all garments of the line. */
  committedMm: number;
  /** What the cut list cuts from it. */
  material: "fabric" | "lining";
  /** Garments of the line that are not cut. */
  garments: number;
};

/** Whether a cloth, given by its id, is offered by an option that is the lining of a garment. */
export const isOfLining = (clothId: SQL): SQL =>
  sql`exists (select from option_choices o join option_groups g on g.id = o.group_id where o.cloth_id = ${clothId} and g.kind = 'lining')`;

/** The cloths of a line by name; a cloth that an option of the kind lining offers is the lining's. */
export async function listLineCloths(db: Queryable, orderItemId: string): Promise<LineCloth[]> {
  const { rows } = await db.execute<LineCloth>(sql`
    select c.id as "clothId", c.name, c.width_mm as "widthMm", c.is_one_way as "isOneWay", m.length_mm as "committedMm",
           case when ${isOfLining(sql`c.id`)} then 'lining' else 'fabric' end as material,
           (select count(*)::int from garments g where g.order_item_id = m.order_item_id
              and g.stage = any(${sql.param([...STAGES_BEFORE_CUT])}::text[])) as garments
      from cloth_commitments m join cloths c on c.id = m.cloth_id
     where m.order_item_id = ${orderItemId} and m.status = 'open' order by lower(c.name), c.id`);
  return rows;
}

type Drawn = Pick<PatternContent, "cutList" | "parts">;

type NestRequest = {
  contents: readonly Drawn[];
  cloths: readonly NestCloth[];
  quickCloths?: readonly NestCloth[];
  material: string;
  awaitedBy: DraftWaiter | null;
};

/** The nest of each cloth; null for one that a part does not fit, and for all of them while too many drafts are waiting. */
export async function nestContents(
  { patterns }: { patterns: PatternPool },
  { contents, ...request }: Omit<NestRequest, "quickCloths">,
): Promise<readonly (Nest | null)[]> {
  const { cloths } = request;
  if (cloths.length === 0) return [];
  const drawn = contents.map(({ cutList, parts }) => ({ cutList, parts }));
  const nested = await patterns.nest({ ...request, contents: drawn });
  return nested.ok ? nested.value : cloths.map(() => null);
}

type KnownLength = { readonly lengthMm: number | null };

const MAX_KNOWN_LENGTHS = 2_000;

const knownLengthsOf = new WeakMap<PatternPool, LRUCache<string, KnownLength>>();

/** The lengths of the nests that a pool has made: the same parts on the same cloth need the same length. */
function knownLengths(patterns: PatternPool): LRUCache<string, KnownLength> {
  const known =
    knownLengthsOf.get(patterns) ?? new LRUCache<string, KnownLength>({ max: MAX_KNOWN_LENGTHS });
  knownLengthsOf.set(patterns, known);
  return known;
}

/**
 * The length of the nest of each cloth in mm, quick ones last; null where a part is wider than the cloth, and where nothing is known
 * while too many drafts are waiting. What was nested before is not nested again, so that a page opens without waiting for it.
 */
async function nestLengths(
  deps: { patterns: PatternPool },
  { contents, ...request }: NestRequest,
): Promise<readonly (number | null)[]> {
  const { awaitedBy, cloths, material, quickCloths = [] } = request;
  const drawn = contents.map(({ cutList, parts }) => ({ cutList, parts }));
  const parts = createHash("sha256").update(canonicalJson(drawn)).digest("base64");
  const known = knownLengths(deps.patterns);
  const keyOf = ({ isOneWay, widthMm }: NestCloth, isQuick: boolean) =>
    JSON.stringify([parts, material, widthMm, isOneWay, isQuick]);
  const newCloths = cloths.filter((cloth) => !known.has(keyOf(cloth, false)));
  const newQuickCloths = quickCloths.filter((cloth) => !known.has(keyOf(cloth, true)));
  if (newCloths.length + newQuickCloths.length > 0) {
    const job = { contents: drawn, material, awaitedBy, cloths: newCloths };
    const nested = await deps.patterns.nest({ ...job, quickCloths: newQuickCloths });
    const keys = [
      ...newCloths.map((cloth) => keyOf(cloth, false)),
      ...newQuickCloths.map((cloth) => keyOf(cloth, true)),
    ];
    const nests = nested.ok ? nested.value : [];
    nests.forEach((nest, index) => {
      known.set(keys[index] ?? "", { lengthMm: nest?.lengthMm ?? null });
    });
  }
  return [
    ...cloths.map((cloth) => known.get(keyOf(cloth, false))?.lengthMm ?? null),
    ...quickCloths.map((cloth) => known.get(keyOf(cloth, true))?.lengthMm ?? null),
  ];
}

/** What the nest of a line needs of a cloth, for one garment. */
type NestedLength = { clothId: string; lengthMm: number };

/**
 * The length of each committed cloth that one garment of a line needs, from the nest of all its components. Empty where a component is
 * drafted by hand, the width of a cloth is not entered or too narrow, or too many drafts are waiting: the terms' length stays then.
 */
export async function nestLine(
  deps: { db: Queryable; patterns: PatternPool },
  input: { orderItemId: string; contents: readonly Drawn[]; awaitedBy: DraftWaiter | null },
): Promise<NestedLength[]> {
  const { awaitedBy, contents, orderItemId } = input;
  if (contents.some(({ parts }) => parts.length === 0)) return [];
  const lengths: NestedLength[] = [];
  for (const cloth of await listLineCloths(deps.db, orderItemId)) {
    const { clothId, isOneWay, material, widthMm } = cloth;
    if (widthMm === null) continue;
    const cloths = [{ widthMm, isOneWay }];
    const [lengthMm] = await nestLengths(deps, { contents, cloths, material, awaitedBy });
    if (lengthMm) lengths.push({ clothId, lengthMm });
  }
  return lengths;
}

/** Commits what the nests need for every garment of the line that is not cut. Call it last, with the line locked. */
export async function commitNests(
  tx: Transaction,
  orderItemId: string,
  lengths: readonly NestedLength[],
): Promise<void> {
  if (lengths.length === 0) return;
  const cloths = await listLineCloths(tx, orderItemId);
  const changed: string[] = [];
  // In the order of their ids, as every lock of cloths.
  const inOrder = lengths.toSorted((a, b) => (a.clothId < b.clothId ? -1 : 1));
  for (const { clothId, lengthMm } of inOrder) {
    const garments = cloths.find((cloth) => cloth.clothId === clothId)?.garments ?? 0;
    const length = { orderItemId, clothId, lengthMm: lengthMm * garments };
    changed.push(...(await commitNestedCloth(tx, length)));
  }
  await bumpForStock(tx, [...new Set(changed)]);
}

/** The cloth that most tailors have on the table, in mm. */
const CLOTH_WIDTHS_MM = [900, 1_150, 1_400, 1_500] as const;
/** A tailor may ask for another width, in mm. */
export const CLOTH_LIMITS_MM = { from: 300, to: 3_000 } as const;

/** What the drawn components of a line need together, for one garment. Lengths in mm. */
export type ClothNeed = {
  /** The cloths of the contract, each with its nest; `lengthMm` is null where a part is wider or the width is not entered. */
  cloths: readonly (LineCloth & { lengthMm: number | null })[];
  /** About what the main fabric needs at usual widths and the tailor's own, cut in both directions; null where a part is wider. */
  widths: readonly { widthMm: number; lengthMm: number | null }[];
};

/**
 * How much cloth a line needs, from the nest of all its drawn components: those that are drafted by hand are not in it. For the page of
 * somebody who may see the line; does not check who asks.
 */
export async function findClothNeed(
  deps: { db: Queryable; patterns: PatternPool },
  input: { orderItemId: string; contents: readonly Drawn[]; ownWidthMm: number | null },
): Promise<ClothNeed> {
  const { contents, orderItemId, ownWidthMm } = input;
  const cloths = await listLineCloths(deps.db, orderItemId);
  const own = ownWidthMm === null ? [] : [ownWidthMm];
  const widths = [...new Set([...CLOTH_WIDTHS_MM, ...own])].map((widthMm) => {
    return { widthMm, isOneWay: false };
  });
  const known = cloths.flatMap(({ clothId, isOneWay, material, widthMm }) =>
    widthMm === null ? [] : [{ clothId, material, widthMm, isOneWay }],
  );
  const request = { contents, awaitedBy: "tailor" } as const;
  const ofFabric = known.filter(({ material }) => material === "fabric");
  const ofLining = known.filter(({ material }) => material === "lining");
  const [fabric, lining] = await Promise.all([
    nestLengths(deps, { ...request, cloths: ofFabric, quickCloths: widths, material: "fabric" }),
    nestLengths(deps, { ...request, cloths: ofLining, material: "lining" }),
  ]);
  const lengths = new Map(
    [...ofFabric, ...ofLining].map(({ clothId }, index) => {
      const isFabric = index < ofFabric.length;
      const lengthMm = isFabric ? fabric[index] : lining[index - ofFabric.length];
      return [clothId, lengthMm ?? null];
    }),
  );
  return {
    cloths: cloths.map((cloth) => ({ ...cloth, lengthMm: lengths.get(cloth.clothId) ?? null })),
    widths: widths.map(({ widthMm }, index) => {
      return { widthMm, lengthMm: fabric[ofFabric.length + index] ?? null };
    }),
  };
}
