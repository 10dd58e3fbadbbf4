import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { isComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { PatternContent } from "./pattern-content.ts";
import { patternContentSchema } from "./pattern-content.ts";

export type PatternRow = typeof patternDrafts.$inferSelect;

type Location = { orderItemId: string; component: string; version: number };

/** Bound to line, component and version: a sealed part moved to another row does not open. */
const locationOf = ({ orderItemId, component, version }: Location) =>
  `pattern of ${orderItemId}, ${component}, version ${version}`;

const compress = promisify(gzip);

/** As it is sealed: a drawing compresses to a fifth. Node does it beside the event loop, so that no page waits for it. */
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
  /** Its `svg` is the drawing itself; it is compressed here. */
  content: PatternContent;
};

/** Adds the next version of a component, sealed. Call it with the line locked. */
export async function addPattern(
  tx: Transaction,
  box: SecretBox,
  { content, staffId, ...pattern }: NewPattern,
): Promise<PatternRow> {
  const { orderItemId, component } = pattern;
  const [last] = await tx
    .select({ version: sql<number>`coalesce(max(${patternDrafts.version}), 0)::int` })
    .from(patternDrafts)
    .where(and(eq(patternDrafts.orderItemId, orderItemId), eq(patternDrafts.component, component)));
  const version = (last?.version ?? 0) + 1;
  const text = JSON.stringify({
    ...content,
    svg: await packSvg(content.svg),
  });
  const [row] = await tx
    .insert(patternDrafts)
    .values({
      ...pattern,
      id: newId(),
      version,
      createdBy: staffId,
      design: content.design,
      sealed: box.seal(text, locationOf({ orderItemId, component, version })),
      drawingHash:
        content.svg === "" ? null : createHash("sha256").update(content.svg).digest("hex"),
    })
    .returning();
  if (!row) throw new Error("The draft was not stored.");
  return row;
}

/** Null when it is reduced, or no key of the shop opens it. */
export function openPattern(
  box: SecretBox,
  row: Location & Pick<PatternRow, "sealed">,
): PatternContent | null {
  if (row.sealed === null) return null;
  const text = box.open(row.sealed, locationOf(row));
  const content = text === null ? null : patternContentSchema.safeParse(JSON.parse(text));
  return content?.success ? content.data : null;
}

/** The newest version of each component of these lines, in the order in which they were drafted. */
export async function findNewestPatterns(
  db: Queryable,
  orderItemIds: readonly string[],
): Promise<(PatternRow & { component: ComponentName })[]> {
  if (orderItemIds.length === 0) return [];
  const newest = sql`not exists (select from pattern_drafts later where later.order_item_id = ${patternDrafts.orderItemId}
    and later.component = ${patternDrafts.component} and later.version > ${patternDrafts.version})`;
  const rows = await db
    .select()
    .from(patternDrafts)
    .where(and(inArray(patternDrafts.orderItemId, [...orderItemIds]), newest))
    .orderBy(asc(patternDrafts.createdAt), asc(patternDrafts.component));
  return rows.flatMap((row) =>
    isComponentName(row.component) ? [{ ...row, component: row.component }] : [],
  );
}

/**
 * Seals every draft with the current measurement key, so that former keys can be removed. Idempotent. What no key opens stays as
 * it is and is counted.
 */
export async function resealPatterns({
  db,
  measurementBox: box,
}: {
  db: Database;
  measurementBox: SecretBox;
}): Promise<{ resealed: number; unreadable: number }> {
  const count = { resealed: 0, unreadable: 0 };
  const { id, orderItemId, component, sealed, version } = patternDrafts;
  const rows = await db
    .select({ id, orderItemId, component, sealed, version })
    .from(patternDrafts)
    .where(and(isNotNull(sealed), sql`${sealed} ->> 'keyId' <> ${box.keyId}`));
  for (const row of rows) {
    const text = row.sealed && box.open(row.sealed, locationOf(row));
    if (text === null) {
      count.unreadable += 1;
      continue;
    }
    await db
      .update(patternDrafts)
      .set({ sealed: box.seal(text, locationOf(row)) })
      .where(and(eq(id, row.id), isNotNull(sealed)));
    count.resealed += 1;
  }
  return count;
}
