import { setTimeout as wait } from "node:timers/promises";
import type { SQL } from "drizzle-orm";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { STAGES_BEFORE_GATE } from "#features/garments/garment/garment.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { inDraftingOrder } from "#features/patterns/designs/pattern-table.ts";
import { SEAM_ALLOWANCE_MM } from "#features/patterns/drafting/garment-draft.ts";
import type { ComponentRequest, DraftedComponent } from "./draft-component.server.ts";
import { draftComponent, joinedWaistOf } from "./draft-component.server.ts";
import { commitNests, nestLine } from "./line-cloth.server.ts";
import { choicesOfComponent } from "./ordered-choices.ts";
import { changesOfComponent } from "./pattern-content.ts";
import type { PatternDeps } from "./pattern-line.server.ts";
import { findOrderedChoices, findPatternLine, labelOfLine } from "./pattern-line.server.ts";
import { addPattern } from "./stored-patterns.server.ts";

const newestVersion = sql`(select max(c.version) from ${contracts} c where c.order_item_id = ${orderItems.id})`;

/** Paid lines before the gate whose contract is newer than their pattern; the longest waiting first. */
const isDue: SQL = sql`${orderItems.madeToMeasure} and ${orders.status} = 'completed'
  and exists (select from garments g where g.order_item_id = ${orderItems.id} and g.stage = any(${sql.param([...STAGES_BEFORE_GATE])}::text[]))
  and exists (select from ${contracts} c where c.order_item_id = ${orderItems.id} and c.version = ${newestVersion} and c.sealed is not null)
  and not exists (select from ${patternDrafts} p where p.order_item_id = ${orderItems.id} and p.contract_version = ${newestVersion})`;

export async function listDueLines(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(isDue)
    .orderBy(orders.createdAt, orderItems.position)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Drafts all components of a paid line from its newest contract, stores them and commits the cloth that their nest needs. Idempotent: a contract version that has its drafts
 * gets no more. 'not_found' when there is nothing to draft or the contract does not open, 'busy' when too many drafts are waiting.
 * `awaitedBy` is for a person who waits at a page.
 */
export async function draftLine(
  deps: PatternDeps,
  orderItemId: string,
  { awaitedBy }: Pick<ComponentRequest, "awaitedBy"> = {},
): Promise<Result<null, "busy" | "not_found">> {
  const { db, measurementBox } = deps;
  const line = await findPatternLine(db, orderItemId);
  const contract = await openNewestContract(deps, orderItemId);
  if (!line || !contract?.specification) return fail("not_found");
  const { specification, terms, version: contractVersion } = contract;
  const ordered = await findOrderedChoices(db, line, terms.options);
  const { components } = ordered;
  const drafted: [ComponentName, DraftedComponent][] = [];
  for (const component of inDraftingOrder(components)) {
    const choices = { fit: specification.fit, options: {}, seamAllowance: SEAM_ALLOWANCE_MM };
    const { house } = line;
    const changes = changesOfComponent(specification, { component, components });
    const label = labelOfLine(line);
    const result = await draftComponent(deps, {
      component,
      specification,
      choices,
      changes,
      house,
      label,
      ordered: choicesOfComponent(ordered.choices, { component, components }),
      clothStretches: line.clothStretches,
      joinedWaistMm: joinedWaistOf(
        components,
        component,
        drafted.map(([name, { content }]) => ({ component: name, content })),
      ),
      ...(awaitedBy && { awaitedBy }),
    });
    if (!result.ok) return result;
    drafted.push([component, result.value]);
  }
  const lengths = await nestLine(deps, {
    orderItemId,
    contents: drafted.map(([, { content }]) => content),
    awaitedBy: awaitedBy ?? null,
  });
  return inTransaction(db, async (tx) => {
    await tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(eq(orderItems.id, orderItemId))
      .for("update");
    const [newest] = await tx
      .select({ version: contracts.version, sealed: contracts.sealed })
      .from(contracts)
      .where(eq(contracts.orderItemId, orderItemId))
      .orderBy(desc(contracts.version))
      .limit(1);
    const known = await tx.$count(
      patternDrafts,
      and(
        eq(patternDrafts.orderItemId, orderItemId),
        eq(patternDrafts.contractVersion, contractVersion),
      ),
    );
    if (newest?.version !== contractVersion || newest.sealed === null || known > 0) {
      return fail("not_found" as const);
    }
    for (const [component, result] of drafted) {
      await addPattern(tx, measurementBox, {
        ...result,
        orderItemId,
        component,
        contractVersion,
        origin: "order",
        staffId: null,
      });
    }
    await commitNests(tx, orderItemId, lengths);
    return ok(null);
  });
}

/** How many lines one run of the job drafts at most. */
const LINES_PER_RUN = 100;

type JobOptions = {
  isStopping?: () => boolean;
  /** Between two lines: storing a draft takes the shop a few milliseconds, and visitors come first. */
  restMs?: number;
};

/**
 * Drafts what is due. A line that fails does not hold up the others; the first failure is thrown at the end. Lines for which too many
 * drafts are waiting come with the next run.
 */
export async function draftDueLines(
  deps: PatternDeps,
  { isStopping = () => false, restMs = 0 }: JobOptions = {},
): Promise<number> {
  let drafted = 0;
  let failure: unknown = null;
  for (const [index, id] of (await listDueLines(deps.db, LINES_PER_RUN)).entries()) {
    if (index > 0) await wait(restMs);
    if (isStopping()) break;
    try {
      const result = await draftLine(deps, id);
      if (result.ok) drafted += 1;
      else if (result.error === "busy") break;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  return drafted;
}
