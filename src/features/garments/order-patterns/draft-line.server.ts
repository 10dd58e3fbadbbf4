import { setTimeout as wait } from "node:timers/promises";
import type { SQL } from "drizzle-orm";
import { and, desc, eq, sql } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { patternDrafts, productPatterns } from "#db/schema/patterns.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { STAGES_BEFORE_GATE } from "#features/garments/garment/garment.ts";
import { GARMENT_TYPE } from "#features/garments/garment/garment-queries.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { isDraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { FitChange } from "#features/patterns/designs/pattern-design.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  componentsOfProduct,
  designsOfComponent,
  PATTERN_COMPONENTS,
} from "#features/patterns/designs/pattern-table.ts";
import { draftGarment, draftOnce } from "#features/patterns/drafting/draft-garment.server.ts";
import { messageForFault } from "#features/patterns/drafting/draft-guard.ts";
import type {
  DraftRefusal,
  DraftWaiter,
  GarmentDraft,
} from "#features/patterns/drafting/garment-draft.ts";
import { SEAM_ALLOWANCE_MM } from "#features/patterns/drafting/garment-draft.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { commitNests, nestLine } from "./line-cloth.server.ts";
import type { DraftChoices, PatternContent } from "./pattern-content.ts";
import { bodyOfSpecification, changesOfComponent, estimateNote } from "./pattern-content.ts";
import type { HouseChoices } from "./product-patterns.ts";
import { houseOptions, readHouseChoices } from "./product-patterns.ts";
import type { NewPattern } from "./stored-patterns.server.ts";
import { addPattern } from "./stored-patterns.server.ts";

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
  productName: string;
  components: readonly ComponentName[];
  /** What the house sews differently from the designs. */
  house: HouseChoices;
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
      productName: orderItems.productName,

      garmentType: GARMENT_TYPE,
      gender: products.gender,
      own: productPatterns.components,
      choices: productPatterns.choices,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(productPatterns, eq(productPatterns.productId, orderItems.productId))
    .where(and(eq(orderItems.id, orderItemId), eq(orderItems.madeToMeasure, true)));
  if (!row) return null;
  const { choices, garmentType, gender, own, ...line } = row;
  const components = componentsOfProduct({
    garmentType,
    gender: gender ?? "unisex",
    components: own,
  });
  return { ...line, components, house: readHouseChoices(choices ?? {}) };
}

/** "3f2a91c0 Stabroek Suit": printed on every part of the pattern. Characters that a drawing cannot print are left out. */
export function labelOfLine({ orderId, productName }: PatternLine): string {
  const name = productName.replaceAll(/[^\p{L}\p{N} .,#·/-]/gu, "");
  return `${orderNumber(orderId)} ${name}`.slice(0, 60).trim();
}

/** The width that a plotter's roll of 841 mm allows. */
const ROLL_WIDTH_MM = 821;

export type ComponentRequest = {
  component: ComponentName;
  specification: Pick<FitSpecification, "measurements">;
  choices: DraftChoices;
  house: HouseChoices;
  label: string;
  /** Reached on the finished garment, or reported as not reached. */
  changes: readonly FitChange[];
  /** The designs to draft with instead of the component's. */
  designs?: readonly DraftableDesign[];
  /** Every option of the draft, so that nothing is solved. */
  exactly?: Readonly<Record<string, unknown>>;
  /** Without the drawing for paper, which is never stored then. */
  isForScreen?: boolean;
  /** Who waits at a page, so that the draft does not stand behind those of the job. */
  awaitedBy?: DraftWaiter;
  /** Aborted when whoever waits has left. */
  signal?: AbortSignal;
};

export type DraftedComponent = Pick<NewPattern, "status" | "packages" | "content">;

const emptyContent = (choices: DraftChoices, note: string): PatternContent => ({
  ...choices,
  note,
  measurements: {},
  estimated: [],
  design: null,
  title: "",
  solved: {},
  corrections: [],
  measures: [],
  findings: [],
  parts: [],
  cutList: [],
  width: 0,
  height: 0,
  svg: "",
  changes: [],
});

type DrawnContent = Omit<PatternContent, keyof DraftChoices | "estimated" | "note">;

function contentOf(draft: GarmentDraft): DrawnContent {
  const { corrections, cutList, design, drawing, findings, measurements, measures, parts } = draft;
  return {
    measurements: { ...measurements },
    design,
    title: draft.title,
    solved: { ...draft.options },
    corrections: [...corrections],
    measures: [...measures],
    findings: [...findings],
    changes: draft.requestedChanges.map(({ byMm, changedMm, point, reached }) => {
      return { byMm, changedMm, point, reached };
    }),
    parts: parts.map(({ labels, lines, notches, spots, ...part }) => ({
      ...part,
      labels: [...labels],
      lines: [...lines],
      notches: [...notches],
      spots: [...spots],
    })),
    cutList: cutList.map(({ cuts, ...entry }) => ({ ...entry, cuts: [...cuts] })),
    width: drawing?.width ?? 0,
    height: drawing?.height ?? 0,
    svg: drawing?.svg ?? "",
  };
}

function refusalText(refusal: DraftRefusal): string {
  if (refusal.code === "refused") return refusal.faults.map(messageForFault).join(" ");
  const reason = refusal.code === "too-large" ? "needed too much memory" : "took too long";
  return `The draft ${reason}, so the tailor drafts it by hand.`;
}

/**
 * Drafts one component for a body: "ready" when it measures right, "review" with the reasons in words, "by_hand" where no design
 * works or the measurements cannot be drafted. A draft from estimated measurements is never ready. 'busy' when too many drafts are
 * waiting. Throws when the drafting process fails.
 */
export async function draftComponent(
  { patterns }: Pick<PatternDeps, "patterns">,
  { changes, choices, house, label, component, specification, ...request }: ComponentRequest,
): Promise<Result<DraftedComponent, "busy">> {
  const designs = request.designs ?? designsOfComponent(component);
  const { note } = PATTERN_COMPONENTS[component];
  const byHand = (text: string): DraftedComponent => {
    return { status: "by_hand", packages: {}, content: emptyContent(choices, text) };
  };
  if (designs.length === 0) return ok(byHand(note));
  const body = bodyOfSpecification(specification, designs);
  const { seamAllowance } = choices;
  const drawing = { seamAllowance, dimensioned: false, maxWidth: ROLL_WIDTH_MM, label };
  const [design] = designs;
  const { measurements } = body;
  const drafted =
    request.exactly && design
      ? await draftOnce(
          { patterns },
          {
            design,
            measurements,
            options: request.exactly,
            seamAllowance,
            ...(!request.isForScreen && { drawing }),
          },
        )
      : await draftGarment(
          { patterns },
          {
            designs,
            measurements,
            fit: choices.fit,
            requestedChanges: changes,
            ...(!request.isForScreen && { drawing }),
            ...(request.awaitedBy && { awaitedBy: request.awaitedBy }),
            options: { ...houseOptions(house, component, choices.fit), ...choices.options },
          },
          request.signal,
        );
  if (!drafted.ok) {
    if (drafted.error.code === "busy") return fail("busy");
    return ok(byHand(refusalText(drafted.error)));
  }
  const draft = drafted.value;
  const estimated = body.estimated.filter((name) => name in draft.measurements);
  const notes = [note, estimateNote(estimated)].filter((text) => text !== "");
  return ok({
    status: draft.status === "ready" && estimated.length > 0 ? "review" : draft.status,
    packages: draft.versions,
    content: { ...choices, ...contentOf(draft), estimated, note: notes.join(" ") },
  });
}

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
  const { specification, version: contractVersion } = contract;
  const drafted: [ComponentName, DraftedComponent][] = [];
  for (const component of line.components) {
    const choices = { fit: specification.fit, options: {}, seamAllowance: SEAM_ALLOWANCE_MM };
    const { house } = line;
    const changes = changesOfComponent(specification, { component, components: line.components });
    const label = labelOfLine(line);
    const result = await draftComponent(deps, {
      component,
      specification,
      choices,
      changes,
      house,
      label,
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

export const isDraftable = (design: string | null): design is DraftableDesign =>
  design !== null && isDraftableDesign(design);
