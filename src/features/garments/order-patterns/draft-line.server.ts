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
import type { Fit } from "#features/body/measurement/fit.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { STAGES_BEFORE_GATE } from "#features/garments/garment/garment.ts";
import { GARMENT_TYPE } from "#features/garments/garment/garment-queries.server.ts";
import type { DescribedChoice } from "#features/garments/options/choice-effect-queries.server.ts";
import { listChoiceEffects } from "#features/garments/options/choice-effect-queries.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { ShapeAmounts } from "#features/patterns/body-shape/shape-alterations.ts";
import { amountsOfShape, shapeStates } from "#features/patterns/body-shape/stated-shape.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { isDraftableDesign, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { ClothStretch } from "#features/patterns/designs/cloth-needs.ts";
import {
  isClothSuited,
  unknownStretchNote,
  wovenClothNote,
} from "#features/patterns/designs/cloth-needs.ts";
import type { DraftOptions, FitChange } from "#features/patterns/designs/pattern-design.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  componentsInCloth,
  componentsOfProduct,
  designsOfComponent,
  joinedTo,
  PATTERN_COMPONENTS,
  stylesOfComponent,
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
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { styleRequestOf } from "#features/patterns/styles/style-rules.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ChoiceState } from "./choice-state.ts";
import { commitNests, isOfLining, nestLine } from "./line-cloth.server.ts";
import type { AgreedChoice } from "./ordered-choices.ts";
import {
  choiceStates,
  choicesOfComponent,
  describeChoices,
  orderedComponents,
  shapeChoices,
  stylesOfChoices,
} from "./ordered-choices.ts";
import type { DraftChoices, PatternContent } from "./pattern-content.ts";
import { bodyOfSpecification, changesOfComponent, estimateNote } from "./pattern-content.ts";
import type { HouseChoices } from "./product-patterns.ts";
import { houseOptions, readHouseChoices } from "./product-patterns.ts";
import type { NewPattern } from "./stored-patterns.server.ts";
import { addPattern, drawnStatus } from "./stored-patterns.server.ts";

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
  /** In the cloth of the line. */
  components: readonly ComponentName[];
  /** What the house sews differently from the designs. */
  house: HouseChoices;
  /** Of the cloths that are committed to the line, without linings. */
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
      productName: orderItems.productName,
      clothStretches: sql<
        readonly ClothStretch[]
      >`coalesce((select json_agg(k.stretch_percent) from cloth_commitments m join cloths k on k.id = m.cloth_id where m.order_item_id = ${orderItems.id} and not ${isOfLining(sql`k.id`)}), '[]')`,
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
  const ofProduct = componentsOfProduct({
    garmentType,
    gender: gender ?? "unisex",
    components: own,
  });
  const components = componentsInCloth(ofProduct, line.clothStretches);
  return { ...line, components, house: readHouseChoices(choices ?? {}) };
}

/** What was ordered of a line: the contract's choices with what they change, and the components that they lead to. */
export type OrderedLine = {
  choices: readonly DescribedChoice[];
  components: readonly ComponentName[];
};

/**
 * The choices of a contract with what they change on the pattern: as it was agreed, else as the product's options describe it now.
 * Does not check who asks.
 */
export async function findOrderedChoices(
  db: Queryable,
  { components, productId }: Pick<PatternLine, "components" | "productId">,
  agreed: readonly AgreedChoice[],
): Promise<OrderedLine> {
  const isLookedUp = productId !== null && agreed.some(({ effect }) => effect === undefined);
  const described = isLookedUp ? await listChoiceEffects(db, productId) : [];
  const choices = describeChoices(agreed, described);
  return { choices, components: orderedComponents(components, choices) };
}

/**
 * The components that the garments of a line are made of, by the choices of its newest contract; the product's own without one. None
 * for a line that is not made to measure. Does not check who asks.
 */
export async function findLineComponents(
  db: Queryable,
  orderItemId: string,
): Promise<readonly ComponentName[]> {
  const line = await findPatternLine(db, orderItemId);
  if (!line) return [];
  const [contract] = await db
    .select({ terms: contracts.terms })
    .from(contracts)
    .where(eq(contracts.orderItemId, orderItemId))
    .orderBy(desc(contracts.version))
    .limit(1);
  return (await findOrderedChoices(db, line, contract?.terms.options ?? [])).components;
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
  /** The stated shape of the body is drafted where it is known. */
  specification: Pick<FitSpecification, "measurements"> &
    Partial<Pick<FitSpecification, "posture" | "shoulders">>;
  choices: DraftChoices;
  house: HouseChoices;
  label: string;
  /** Of the cloths that it is cut from; none where no cloth is chosen. */
  clothStretches?: readonly ClothStretch[];
  /** Reached on the finished garment, or reported as not reached. */
  changes: readonly FitChange[];
  /** The contract's choices that belong to the component. */
  ordered: readonly DescribedChoice[];
  /** The finished waist of the component that this one is sewn to, in mm. */
  joinedWaistMm?: number | undefined;
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

export type DraftedComponent = Pick<NewPattern, "status" | "packages" | "content"> & {
  choices: readonly ChoiceState[];
};

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

type DrawnContent = Omit<
  PatternContent,
  keyof DraftChoices | "estimated" | "note" | "shapeStates" | "shapeAmounts"
>;

function contentOf(draft: GarmentDraft): DrawnContent {
  const { corrections, cutList, design, drawing, findings, measurements, measures, parts } = draft;
  return {
    shaped: [...draft.shaped],
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
    cutList: cutList.map(({ allowed, cuts, ...entry }) => ({
      ...entry,
      cuts: [...cuts],
      ...(allowed && { allowed: [...allowed] }),
    })),
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

/** The house's options for a component, without those that an ordered style decides. */
function houseOptionsBeside(
  styles: readonly StyleName[],
  {
    component,
    designs,
    fit,
    house,
  }: {
    component: ComponentName;
    designs: readonly DraftableDesign[];
    fit: Fit;
    house: HouseChoices;
  },
): DraftOptions {
  const decided = designs.flatMap((design) => {
    const { options, targets } = styleRequestOf(design, styles);
    const { lengths } = patternDesignOf(design);
    return [...Object.keys(options), ...targets.flatMap(({ measure }) => lengths[measure] ?? [])];
  });
  const entries = Object.entries(houseOptions(house, component, fit));
  return Object.fromEntries(entries.filter(([name]) => !decided.includes(name)));
}
const unknownStretch = (design: DraftableDesign): PatternContent["findings"][number] => {
  return {
    code: "stretch-unknown",
    measure: null,
    reason: unknownStretchNote(design),
    spot: null,
  };
};

/** Why no design is tried: the cloth suits none, or the component has none. */
const undraftedNote = ([first]: readonly DraftableDesign[], note: string): string =>
  first ? wovenClothNote(first) : note;

/**
 * Drafts one component for a body: "ready" when it measures right, "review" with the reasons in words, "by_hand" where no design
 * works or the measurements cannot be drafted. A draft from estimated measurements is never ready, nor one with a choice that nothing
 * drafts. 'busy' when too many drafts are waiting. Throws when the drafting process fails.
 */
export async function draftComponent(
  { patterns }: { patterns: Pick<PatternPool, "run"> },
  {
    changes,
    choices,
    house,
    label,
    component,
    ordered,
    specification,
    ...request
  }: ComponentRequest,
): Promise<Result<DraftedComponent, "busy">> {
  const known = request.designs ?? designsOfComponent(component);
  const { clothStretches = [] } = request;
  const designs = known.filter((each) => isClothSuited(each, clothStretches) !== "no");
  const { note } = PATTERN_COMPONENTS[component];
  const byHand = (text: string): DraftedComponent => {
    return {
      status: "by_hand",
      packages: {},
      choices: choiceStates(ordered, { isDrawn: false, results: [] }),
      content: emptyContent(choices, text),
    };
  };
  if (designs.length === 0) return ok(byHand(undraftedNote(known, note)));
  const body = bodyOfSpecification(specification, designs);
  const { seamAllowance } = choices;
  const drawing = { seamAllowance, dimensioned: false, maxWidth: ROLL_WIDTH_MM, label };
  const [design] = designs;
  const { measurements } = body;
  const styles = stylesOfComponent(component, stylesOfChoices(ordered));
  const ofHouse = houseOptionsBeside(styles, { component, designs, fit: choices.fit, house });
  const stated = {
    posture: specification.posture ?? null,
    shoulders: specification.shoulders ?? null,
  };
  const shape: ShapeAmounts = { ...amountsOfShape(stated), ...choices.shape };
  const { joinedWaistMm } = request;
  const joined = joinedWaistMm === undefined ? {} : { joinedWaistMm };
  const drafted =
    request.exactly && design
      ? await draftOnce(
          { patterns },
          {
            design,
            measurements,
            options: request.exactly,
            fit: choices.fit,
            styles,
            shape,
            seamAllowance,
            ...joined,
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
            styles,
            shape,
            ...joined,
            ...(!request.isForScreen && { drawing }),
            ...(request.awaitedBy && { awaitedBy: request.awaitedBy }),
            options: { ...ofHouse, ...choices.options },
          },
          request.signal,
        );
  if (!drafted.ok) {
    if (drafted.error.code === "busy") return fail("busy");
    return ok(byHand(refusalText(drafted.error)));
  }
  const draft = drafted.value;
  const estimated = body.estimated.filter((name) => name in draft.measurements);
  const isDrawn = draft.status !== "by_hand";
  const ofBody = shapeStates(draft.design, stated, shape);
  const states = [
    ...choiceStates(ordered, { isDrawn, results: draft.styles }),
    ...shapeChoices(ofBody),
  ];
  const own = contentOf(draft);
  const isStretchUnknown = isClothSuited(draft.design, clothStretches) === "unknown";
  const findings = isStretchUnknown
    ? [...own.findings, unknownStretch(draft.design)]
    : own.findings;
  const notes = [note, estimateNote(estimated)].filter((text) => text !== "");
  const content = {
    ...choices,
    ...own,
    findings,
    estimated,
    note: notes.join(" "),
    shapeStates: [...ofBody],
    shapeAmounts: { ...shape },
  };
  return ok({
    status: isDrawn ? drawnStatus(content, states) : "by_hand",
    packages: draft.versions,
    choices: states,
    content,
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

/** The finished waist that a component is sewn to; undefined without one. */
export function joinedWaistOf(
  components: readonly ComponentName[],
  component: ComponentName,
  drafts: readonly {
    readonly component: ComponentName;
    readonly content: Pick<PatternContent, "measures"> | null;
  }[],
): number | undefined {
  const upper = joinedTo(component, components);
  const found = drafts.find((draft) => draft.component === upper);
  return found?.content?.measures.find(({ name }) => name === "waist")?.finished;
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
  for (const component of components) {
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

export const isDraftable = (design: string | null): design is DraftableDesign =>
  design !== null && isDraftableDesign(design);
