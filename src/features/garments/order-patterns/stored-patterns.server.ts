import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { componentIndex, isComponentName } from "#features/patterns/designs/pattern-table.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ChoiceState } from "./choice-state.ts";
import { isOpenChoice } from "./choice-state.ts";
import { readChoiceStates, withoutChangedShape, withTicksOf } from "./ordered-choices.ts";
import type { PatternContent } from "./pattern-content.ts";
import { patternContentSchema } from "./pattern-content.ts";

export type PatternRow = typeof patternDrafts.$inferSelect;

type Location = { orderItemId: string; component: string; version: number };

/** A draft; bound to line, component and version, so that a sealed part moved to another row does not open. */
export const patternColumn = sealedColumn({
  table: patternDrafts,
  column: "sealed",
  location: ({ orderItemId, component, version }: Location) =>
    `pattern of ${orderItemId}, ${component}, version ${version}`,
  schema: patternContentSchema,
  rewriting: "row_by_row",
});

const compress = promisify(gzip);

/** Packs a drawing before it is sealed, to a fifth. Node compresses beside the event loop, so that no page waits. */
async function packSvg(svg: string): Promise<string> {
  return svg === "" ? "" : (await compress(svg)).toString("base64");
}

/** The drawing of a draft; "" when nothing is drawn. */
export function svgOf({ svg }: Pick<PatternContent, "svg">): string {
  return svg === "" ? "" : gunzipSync(Buffer.from(svg, "base64")).toString();
}

export type NewPattern = {
  orderItemId: string;
  component: ComponentName;
  contractVersion: number;
  status: PatternRow["status"];
  origin: PatternRow["origin"];
  staffId: string | null;
  packages: Readonly<Record<string, string>>;
  /** The contract's choices in this draft, without ticks; none without options. */
  choices?: readonly ChoiceState[];
  /** Its `svg` is the drawing itself; it is compressed here. */
  content: PatternContent;
};

/** "ready" when nothing in a draft that is drawn waits for a person: no finding, no estimate, no choice left to make by hand. */
export function drawnStatus(
  { estimated, findings }: Pick<PatternContent, "estimated" | "findings">,
  choices: readonly ChoiceState[],
): "ready" | "review" {
  const isReady = findings.length === 0 && estimated.length === 0 && !choices.some(isOpenChoice);
  return isReady ? "ready" : "review";
}

/** The choices of the version before whose ticks stay; null without choices, all of them where its sealed part is gone. */
function tickedBefore(
  box: SecretBox,
  last: PatternRow,
  { shapeStates = [] }: PatternContent,
): readonly ChoiceState[] | null {
  const known = readChoiceStates(last.choices);
  const before = patternColumn.open(box, last)?.shapeStates;
  if (known === null || before === undefined) return known;
  return withoutChangedShape(known, { before, after: shapeStates });
}

/**
 * Adds the next version of a component, sealed. What a tailor has ticked off stays ticked when the choices and what became of them are
 * the same as before, and the shape of the body with the same amounts. Call it with the line locked.
 */
export async function addPattern(
  tx: Transaction,
  box: SecretBox,
  { choices = [], content, staffId, status, ...pattern }: NewPattern,
): Promise<PatternRow> {
  const { orderItemId, component } = pattern;
  const [last] = await tx
    .select()
    .from(patternDrafts)
    .where(and(eq(patternDrafts.orderItemId, orderItemId), eq(patternDrafts.component, component)))
    .orderBy(desc(patternDrafts.version))
    .limit(1);
  const states = withTicksOf(choices, last ? tickedBefore(box, last, content) : null);
  const version = (last?.version ?? 0) + 1;
  const packed = { ...content, svg: await packSvg(content.svg) };
  const [row] = await tx
    .insert(patternDrafts)
    .values({
      ...pattern,
      id: newId(),
      version,
      choices: states,
      // With the ticks of the version before it, nothing may be left to review.
      status: status === "review" ? drawnStatus(content, states) : status,
      createdBy: staffId,
      design: content.design,
      sealed: patternColumn.seal(box, { orderItemId, component, version }, packed),
      drawingHash:
        content.svg === "" ? null : createHash("sha256").update(content.svg).digest("hex"),
    })
    .returning();
  if (!row) throw new Error("The draft was not stored.");
  return row;
}

/**
 * A draft of the newest contract that a line was drafted from. Components that a changed choice has replaced have drafts of earlier
 * contracts alone.
 */
const isOfNewestDraft = sql`not exists (select from pattern_drafts later where later.order_item_id = ${patternDrafts.orderItemId}
    and later.contract_version > ${patternDrafts.contractVersion})`;

type ComponentRow = PatternRow & { component: ComponentName };

/** The rows of known components in the order of a garment. */
const byComponent = (rows: readonly PatternRow[]): ComponentRow[] =>
  rows
    .flatMap((row) =>
      isComponentName(row.component) ? [{ ...row, component: row.component }] : [],
    )
    .toSorted((a, b) => componentIndex(a.component) - componentIndex(b.component));

/** The newest approved version of each component of a line in the order of the garment, without components that were replaced since. */
export async function findApprovedPatterns(
  db: Queryable,
  orderItemId: string,
): Promise<ComponentRow[]> {
  const rows = await db
    .select()
    .from(patternDrafts)
    .where(and(eq(patternDrafts.orderItemId, orderItemId), isNotNull(patternDrafts.approvedAt)))
    .orderBy(desc(patternDrafts.version));
  const contractVersion = Math.max(...rows.map((row) => row.contractVersion));
  const newest = rows.filter(
    (row, index) =>
      row.contractVersion === contractVersion &&
      rows.findIndex((each) => each.component === row.component) === index,
  );
  return byComponent(newest);
}

/**
 * The newest version of each component of these lines, in the order of the garment; without components that another choice has
 * replaced.
 */
export async function findNewestPatterns(
  db: Queryable,
  orderItemIds: readonly string[],
): Promise<ComponentRow[]> {
  if (orderItemIds.length === 0) return [];
  const newest = sql`not exists (select from pattern_drafts later where later.order_item_id = ${patternDrafts.orderItemId}
    and later.component = ${patternDrafts.component} and later.version > ${patternDrafts.version})`;
  const rows = await db
    .select()
    .from(patternDrafts)
    .where(and(inArray(patternDrafts.orderItemId, [...orderItemIds]), newest, isOfNewestDraft))
    .orderBy(asc(patternDrafts.createdAt));
  return byComponent(rows);
}
