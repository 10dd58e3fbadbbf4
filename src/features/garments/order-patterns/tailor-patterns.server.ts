import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Actor, Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin, asAtelier } from "#features/base/identity/guards.server.ts";
import { recordRead } from "#features/body/measurement/measurement-reads.server.ts";
import { openVersions } from "#features/garments/contract/contract-queries.server.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { isBeforeGate, STAGES_BEFORE_CUT } from "#features/garments/garment/garment.ts";
import {
  describeColumns,
  lineColumns,
  listGarmentsOfLine,
} from "#features/garments/garment/garment-queries.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { PATTERN_COMPONENTS } from "#features/patterns/designs/pattern-table.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { ChoiceState } from "./choice-state.ts";
import { readChoiceStates } from "./ordered-choices.ts";
import type { PatternContent } from "./pattern-content.ts";
import type { OrderedLine, PatternDeps, PatternLine } from "./pattern-line.server.ts";
import { findOrderedChoices, findPatternLine } from "./pattern-line.server.ts";
import type { PatternRow } from "./stored-patterns.server.ts";
import { findNewestPatterns, patternColumn } from "./stored-patterns.server.ts";

export type TailorDeps = PatternDeps & { clock: Clock };

/** A component's newest draft without anything that was measured. */
export type ComponentState = {
  component: ComponentName;
  title: string;
  status: PatternRow["status"];
  version: number;
  isApproved: boolean;
  /** The contract's choices in this draft; null for a draft from before choices were part of drafts. */
  choices: readonly ChoiceState[] | null;
};

export type PatternListRow = {
  orderItemId: string;
  orderId: string;
  /** With its wearer. */
  name: string;
  ordered: DescribedLine;
  stage: GarmentStage;
  /** In Georgetown; null before the promise is known. */
  shipBy: string | null;
  /** Empty while it is being drafted. */
  components: readonly ComponentState[];
};

const stateOf = ({
  approvedAt,
  choices,
  component,
  status,
  version,
}: PatternRow & { component: ComponentName }) => ({
  component,
  status,
  version,
  isApproved: approvedAt !== null,
  choices: readChoiceStates(choices),
  title: PATTERN_COMPONENTS[component].title,
});

/** The newest draft of each component by line, in the order of the garment, without anything that was measured. Does not check who asks. */
export async function listComponentStates(
  db: Queryable,
  orderItemIds: readonly string[],
): Promise<Record<string, ComponentState[]>> {
  const rows = await findNewestPatterns(db, orderItemIds);
  const states: Record<string, ComponentState[]> = {};
  for (const row of rows) {
    states[row.orderItemId] = [...(states[row.orderItemId] ?? []), stateOf(row)];
  }
  return states;
}

/** What a tailor has to do with a line next: wait for its drafts, review one, approve the rest, or nothing. */
export const PATTERN_TASKS = ["review", "approve", "drafting", "approved"] as const;

export type PatternTask = (typeof PATTERN_TASKS)[number];

export function taskOf({
  components,
}: {
  components: readonly Pick<ComponentState, "isApproved" | "status">[];
}): PatternTask {
  if (components.length === 0) return "drafting";
  const open = components.filter(({ isApproved }) => !isApproved);
  if (open.length === 0) return "approved";
  return open.some(({ status }) => status !== "ready") ? "review" : "approve";
}

const MAX_LINES = 300;

/**
 * Lines whose drafts wait for a tailor to review or approve them, before their pattern is ready. Does not check who asks; nothing that
 * was measured.
 */
export async function countWaitingPatterns(db: Queryable): Promise<number> {
  const rows = await db
    .selectDistinct({ orderItemId: garments.orderItemId })
    .from(garments)
    .where(inArray(garments.stage, ["received", "checked"]));
  const states = await listComponentStates(
    db,
    rows.map(({ orderItemId }) => orderItemId),
  );
  return Object.values(states).filter((components) => {
    const task = taskOf({ components });
    return task === "review" || task === "approve";
  }).length;
}

/** Lines before the cut, by the day on which they must leave; for any admin, nothing that was measured. */
export const listPatternLines = asAdmin(
  async (db: Queryable): Promise<Result<PatternListRow[]>> => {
    const rows = await db
      .select({
        orderItemId: orderItems.id,
        orderId: orderItems.orderId,
        columns: lineColumns,
        // The least advanced garment decides.
        stage: sql<GarmentStage>`(array_agg(${garments.stage} order by array_position(${sql.param([...STAGES_BEFORE_CUT])}::text[], ${garments.stage})))[1]`,
        shipBy: sql<string | null>`min(${garments.shipBy})::text`,
      })
      .from(garments)
      .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(inArray(garments.stage, [...STAGES_BEFORE_CUT]))
      .groupBy(orderItems.id, orders.createdAt)
      .orderBy(
        sql`min(${garments.shipBy}) nulls last`,
        asc(orders.createdAt),
        asc(orderItems.position),
      )
      .limit(MAX_LINES);
    const states = await listComponentStates(
      db,
      rows.map(({ orderItemId }) => orderItemId),
    );
    return ok(
      rows.map(({ columns, ...row }) => {
        const ordered = describeColumns(columns);
        const components = states[row.orderItemId] ?? [];
        return { ...row, name: lineName(ordered), ordered, components };
      }),
    );
  },
);

/** What a tailor sees of one component. */
export type OpenComponent = ComponentState & {
  id: string;
  contractVersion: number;
  origin: PatternRow["origin"];
  createdAt: Date;
  approvedAt: Date | null;
  approvedName: string;
  packages: Readonly<Record<string, string>>;
  /** Null when it was removed or does not open. Its drawing is compressed. */
  content: PatternContent | null;
};

export type OpenPatternLine = {
  line: PatternLine;
  stage: GarmentStage;
  /** A garment of the line that waits for the check of its measurements. */
  unchecked: string | null;
  /** Before the cut is approved, patterns may change. */
  isOpen: boolean;
  contractVersion: number;
  specification: FitSpecification;
  /** What was ordered, with the components that it leads to. */
  ordered: OrderedLine;
  /** In the order of the garment; empty while they are being drafted. */
  components: readonly OpenComponent[];
  /** The choices of the newest contract. */
  options: readonly { group: string; choice: string }[];
};

export type PatternReadFailure = "forbidden" | "not_found" | "unreadable";

const PURPOSE = "Drafting the pattern";
/** Opening the page again within this time is the same reading. */
const SAME_READING_MS = 60 * 60 * 1000;

type Reading = { actor: SignedIn; contractId: string; ownerId: string | null; now: Date };

async function recordReading(tx: Transaction, reading: Reading): Promise<void> {
  const { actor, contractId, now, ownerId } = reading;
  const known = await tx.$count(
    measurementReads,
    and(
      eq(measurementReads.subject, "contract"),
      eq(measurementReads.subjectId, contractId),
      eq(measurementReads.staffId, actor.userId),
      eq(measurementReads.purpose, PURPOSE),
      gt(measurementReads.readAt, new Date(now.getTime() - SAME_READING_MS)),
    ),
  );
  if (known > 0) return;
  await recordRead(tx, {
    subject: "contract",
    subjectId: contractId,
    ownerId,
    staffId: actor.userId,
    purpose: PURPOSE,
    readAt: now,
  });
}

/** The least advanced garment that is not cancelled decides for the line. */
function stageOfLine(stages: readonly GarmentStage[]): GarmentStage {
  const own = stages.filter((stage) => stage !== "cancelled");
  return own.find((stage) => isBeforeGate(stage)) ?? own[0] ?? "cancelled";
}

async function openInside(
  tx: Transaction,
  deps: TailorDeps,
  { actor, orderItemId }: { actor: SignedIn; orderItemId: string },
): Promise<Result<OpenPatternLine, PatternReadFailure>> {
  const line = await findPatternLine(tx, orderItemId);
  const [order] = await tx
    .select({ ownerId: orders.userId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.id, orderItemId));
  const contract = (await openVersions({ ...deps, db: tx }, [orderItemId])).at(-1);
  if (!line || !order || !contract) return fail("not_found");
  const { specification } = contract;
  if (!specification) return fail("unreadable");
  await recordReading(tx, {
    actor,
    contractId: contract.id,
    ownerId: order.ownerId,
    now: deps.clock.now(),
  });
  const garmentsOfLine = await listGarmentsOfLine(tx, orderItemId);
  const stage = stageOfLine(garmentsOfLine.map((garment) => garment.stage));
  const drafts = await findNewestPatterns(tx, [orderItemId]);
  const ordered = await findOrderedChoices(tx, line, contract.terms.options);
  const components = ordered.components.flatMap((name) =>
    drafts.filter(({ component }) => component === name),
  );
  return ok({
    line,
    ordered,
    stage,
    specification,
    contractVersion: contract.version,
    unchecked: garmentsOfLine.find((garment) => garment.stage === "received")?.id ?? null,
    isOpen: isBeforeGate(stage),
    options: contract.terms.options.map(({ choice, group }) => ({ group, choice })),
    components: components.map((row) => {
      const { approvedAt, approvedName, contractVersion, createdAt, id, origin, packages } = row;
      const content = patternColumn.open(deps.measurementBox, row);
      return {
        ...stateOf(row),
        id,
        contractVersion,
        origin,
        createdAt,
        approvedAt,
        approvedName,
        packages,
        content,
      };
    }),
  });
}

/**
 * Opens a line's measurements and patterns for the atelier. The entry that the customer sees is written in the same transaction,
 * once an hour for each reader: without it nothing is read. 'forbidden' for everybody without the atelier permission.
 */
export const openPatternLine = asAtelier(
  async (
    deps: TailorDeps,
    { actor, orderItemId }: { actor: Admin; orderItemId: string },
  ): Promise<Result<OpenPatternLine, PatternReadFailure>> => {
    return inTransaction(deps.db, async (tx) => {
      if (!isId(orderItemId)) return fail("not_found" as const);
      return openInside(tx, deps, { actor, orderItemId });
    });
  },
);

/** The newest draft of one component for the atelier, with the reading's entry. */
export async function openComponent(
  deps: TailorDeps,
  input: { actor: Actor; orderItemId: string; component: string },
): Promise<Result<{ open: OpenPatternLine; component: OpenComponent }, PatternReadFailure>> {
  const opened = await openPatternLine(deps, input);
  if (!opened.ok) return opened;
  const component = opened.value.components.find((each) => each.component === input.component);
  return component ? ok({ open: opened.value, component }) : fail("not_found");
}
