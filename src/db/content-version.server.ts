import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { ContentChange, ContentTag, ContentTags } from "#core/content-tag.ts";
import {
  formatTags,
  MAX_CONTENT_TAGS,
  parseContentChange,
  productTags,
} from "#core/content-tag.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "./client.server.ts";
import { inTransaction } from "./in-transaction.server.ts";

/** Announces changes of public content to every process; the payload is the change (`parseContentChange`). */
export const CONTENT_CHANNEL = "content_changed";

/** Called after a commit; resolves when every process has dropped its stale pages. */
export type CacheInvalidation = { settle(change: ContentChange): Promise<void> };

/** What a write of public content needs. */
export type ContentDeps = { db: Database; content: CacheInvalidation };

/** The payload names a raised `version` with these tags (text). */
export const changePayload = (tags: SQL): SQL => sql`version::text || ' ' || ${tags}`;

/** Notifies every process of a payload when the transaction commits. */
export const notifyOf = (payload: SQL): SQL =>
  sql`pg_notify(${sql.raw(`'${CONTENT_CHANNEL}'`)}, ${payload})`;

/** Selects the tags of the rows' products (column product_id) as text; "" for too many. */
export const productTagsOf = (rows: SQL): SQL => sql`
  (select case when count(distinct product_id) > ${sql.raw(String(MAX_CONTENT_TAGS))} then ''
               else string_agg(distinct 'product:' || product_id, ',') end from ${rows})`;

/**
 * Raises the content version and notifies every process, in the caller's transaction. Without tags everything
 * may have changed. Call it last: its row stays locked until the commit, so versions commit in order.
 */
export async function bumpContentVersion(
  tx: Transaction,
  tags: ContentTags = null,
): Promise<ContentChange> {
  const payload = changePayload(sql`${formatTags(tags)}::text`);
  const result = await tx.execute<{ payload: string }>(sql`
    with raised as (update content_version set version = version + 1 returning version)
    select ${payload} as payload, ${notifyOf(payload)} from raised`);
  return parseContentChange(result.rows[0]?.payload ?? "");
}

/** Raises the content version for products whose shown stock changed; null for none. */
export async function bumpForStock(
  tx: Transaction,
  productIds: readonly string[],
): Promise<ContentChange | null> {
  return productIds.length > 0 ? bumpContentVersion(tx, productTags(productIds)) : null;
}

/** The deferred triggers that announce who made what and New Dawn's totals (migrations 0027 and 0045). */
export const IMPACT_TRIGGERS = [
  "garments_change_impact",
  "garment_events_change_impact",
  "makers_change_impact",
  "cloths_change_impact",
  "orders_change_impact",
  "donations_change_impact",
];

const FIRE_IMPACT = sql.raw(`set constraints ${IMPACT_TRIGGERS.join(", ")} immediate`);

/**
 * Like bumpForStock, for a write that may also change who made what or New Dawn's totals. Those changes are announced
 * by triggers; they fire here and not at the commit, so that the writer can wait until no process shows the pages from
 * before.
 */
export async function bumpForStockAndImpact(
  tx: Transaction,
  productIds: readonly string[],
): Promise<ContentChange | null> {
  await tx.execute(FIRE_IMPACT);
  const { rows } = await tx.execute<{ version: string | null }>(
    sql`select nullif(current_setting('content.impact_version', true), '') as version`,
  );
  const impact = rows[0]?.version ?? null;
  if (impact === null) return bumpForStock(tx, productIds);
  if (productIds.length === 0) return { version: Number(impact), tags: ["impact"] };
  return bumpContentVersion(tx, ["impact", ...productTags(productIds)]);
}

type Success<Outcome> =
  Extract<Outcome, { ok: true }> extends { value: infer Value } ? Value : never;

/**
 * Runs a write of public content in one transaction, then waits until no process serves old pages. A refused
 * write is rolled back and drops none. Without `tagsOf` everything may have changed.
 */
export async function changeContent<Outcome extends Result<unknown, unknown>>(
  deps: ContentDeps,
  work: (tx: Transaction) => Promise<Outcome>,
  tagsOf: (done: Success<Outcome>) => readonly ContentTag[] | null = () => null,
): Promise<Outcome> {
  const written = await inTransaction(deps.db, async (tx) => {
    const outcome = await work(tx);
    if (!outcome.ok) return fail(outcome);
    const tags = tagsOf(outcome.value as Success<Outcome>);
    return ok({ outcome, change: await bumpContentVersion(tx, tags) });
  });
  if (!written.ok) return written.error;
  await deps.content.settle(written.value.change);
  return written.value.outcome;
}
