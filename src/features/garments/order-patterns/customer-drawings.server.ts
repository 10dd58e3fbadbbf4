import { and, asc, eq, inArray, not, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { patternDrafts, productPatterns } from "#db/schema/patterns.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { stretchesOf } from "#features/garments/cloth/pictured-cloth.ts";
import { readOwnContracts } from "#features/garments/contract/contract-queries.server.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { measurementsOfDraft } from "#features/garments/specification/fit-draft.ts";
import { measuredFit } from "#features/garments/specification/measured-fit.ts";
import { specificationSchema } from "#features/garments/specification/specification-input.ts";
import type { ClothStretch } from "#features/patterns/designs/cloth-needs.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  componentIndex,
  componentsInCloth,
  componentsOfProduct,
  inDraftingOrder,
  isComponentName,
  PATTERN_COMPONENTS,
} from "#features/patterns/designs/pattern-table.ts";
import { SEAM_ALLOWANCE_MM } from "#features/patterns/drafting/garment-draft.ts";
import {
  ROLL_WIDTHS_MM,
  renderRollPdf,
  renderTilesPdf,
} from "#features/patterns/printing/pattern-pdf.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ChoiceState } from "./choice-state.ts";
import { choiceLine } from "./choice-state.ts";
import type { ComponentRequest, DraftedComponent } from "./draft-component.server.ts";
import { draftComponent, joinedWaistOf } from "./draft-component.server.ts";
import type { GarmentDrawing } from "./garment-drawing.ts";
import { simplifyDrawing } from "./garment-drawing.ts";
import { isOfLining } from "./line-cloth.server.ts";
import { choicesOfComponent, readChoiceStates } from "./ordered-choices.ts";
import type { PatternContent } from "./pattern-content.ts";
import type { PatternDeps } from "./pattern-line.server.ts";
import { findOrderedChoices, findPatternLine, labelOfLine } from "./pattern-line.server.ts";
import { readHouseChoices } from "./product-patterns.ts";
import { findNewestPatterns, patternColumn, svgOf } from "./stored-patterns.server.ts";

export type LineDrawings = {
  orderItemId: string;
  drawings: readonly GarmentDrawing[];
  /** Titles of what a tailor drafts by hand. */
  byHand: readonly string[];
  /** What was ordered, and whether it is in the drawing. */
  choices: readonly DrawnChoice[];
  /** Approved patterns that the owner lets the customer download. */
  downloads: readonly { title: string; path: string }[];
};

/** A choice as the customer reads it, without the tailor's notes. */
export type DrawnChoice = Pick<ChoiceState, "choice" | "group" | "outcome">;

/** A choice of several components is drafted where one of them draws it. */
function drawnChoices(states: readonly ChoiceState[]): DrawnChoice[] {
  const byGroup = Map.groupBy(states, ({ group }) => group);
  return [...byGroup.values()].flatMap((own) => {
    const state = own.find(({ outcome }) => outcome === "drafted") ?? own[0];
    return state ? [{ choice: state.choice, group: state.group, outcome: state.outcome }] : [];
  });
}

type Line = { orderId: string; orderItemId: string };

/** Lists the lines whose patterns customers may download, as the owner decided for their products. */
async function listDownloadableLines(
  db: Queryable,
  orderItemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderItemIds.length === 0) return new Set();
  const rows = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(productPatterns, eq(productPatterns.productId, orderItems.productId))
    .where(
      and(
        inArray(orderItems.id, [...orderItemIds]),
        eq(orderItems.madeToMeasure, true),
        eq(productPatterns.isDownloadable, true),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

type NewestPattern = Awaited<ReturnType<typeof findNewestPatterns>>[number];

const titleOf = ({ component }: NewestPattern) => PATTERN_COMPONENTS[component].title;

/**
 * The drawn patterns of these lines, simplified, in two statements however many lines there are. The caller has checked that the
 * reader may see the measurements of every line: a pattern shows the body.
 */
export async function findLineDrawings(
  deps: { db: Queryable; measurementBox: SecretBox },
  lines: readonly Line[],
): Promise<LineDrawings[]> {
  const lineIds = lines.map(({ orderItemId }) => orderItemId);
  const patterns = await findNewestPatterns(deps.db, lineIds);
  const patternsOf = Map.groupBy(patterns, ({ orderItemId }) => orderItemId);
  const downloadable = await listDownloadableLines(deps.db, [...patternsOf.keys()]);
  return lines.map(({ orderId, orderItemId }) => {
    const own = patternsOf.get(orderItemId) ?? [];
    const drawn = own.filter(({ drawingHash, sealed }) => drawingHash !== null && sealed !== null);
    return {
      orderItemId,
      drawings: drawn.flatMap((row) => {
        const content = patternColumn.open(deps.measurementBox, row);
        return (content && simplifyDrawing(titleOf(row), content.parts)) ?? [];
      }),
      byHand: own.filter(({ status }) => status === "by_hand").map(titleOf),
      choices: drawnChoices(own.flatMap(({ choices }) => readChoiceStates(choices) ?? [])),
      downloads: drawn.flatMap((row) => {
        if (!downloadable.has(orderItemId) || row.approvedAt === null) return [];
        const path = `/profile/orders/${orderId}/patterns/${orderItemId}/${row.component}`;
        return [{ title: titleOf(row), path }];
      }),
    };
  });
}

type ExportedPattern = {
  orderItemId: string;
  contractVersion: number;
  pattern: Record<string, unknown>;
};

/**
 * Every draft of these lines with its contract's version, for the copy of a person's data: what was measured on it, in mm, and
 * the outlines. The caller leaves out versions whose numbers the person must not read.
 */
export async function exportPatterns(
  deps: { db: Queryable; measurementBox: SecretBox },
  orderItemIds: readonly string[],
): Promise<ExportedPattern[]> {
  if (orderItemIds.length === 0) return [];
  const rows = await deps.db
    .select()
    .from(patternDrafts)
    .where(inArray(patternDrafts.orderItemId, [...orderItemIds]))
    .orderBy(asc(patternDrafts.version));
  const inOrder = rows.toSorted(
    (a, b) => componentIndex(a.component) - componentIndex(b.component),
  );
  return inOrder.map((row) => {
    const { approvedAt, component, contractVersion, createdAt, orderItemId, status, version } = row;
    const title = isComponentName(component) ? PATTERN_COMPONENTS[component].title : component;
    const content = patternColumn.open(deps.measurementBox, row);
    const about = { title, version, status, draftedAt: createdAt, approvedAt };
    if (!content) return { orderItemId, contractVersion, pattern: about };
    const { corrections, estimated, findings, fit, measurements, measures, note, parts } = content;
    const reasons = findings.map(({ reason }) => reason);
    const drawing = simplifyDrawing(title, parts);
    const read = { fit, measurements, estimated, corrections, measures, reasons, note, drawing };
    return { orderItemId, contractVersion, pattern: { ...about, ...read } };
  });
}

const OWN_FILES = ["roll", "a4", "letter"] as const;

export type OwnFileKind = (typeof OWN_FILES)[number];

export const isOwnFileKind = (text: string): text is OwnFileKind =>
  OWN_FILES.some((kind) => kind === text);

/**
 * The approved pattern of the customer's own garment at true scale, where the owner allows it for the product; a roll is the
 * narrowest usual one that every part fits. 'not_found' for everything else, so that nobody learns about another person's order.
 */
export async function writeOwnPattern(
  deps: PatternDeps,
  input: {
    actor: Actor;
    orderId: string;
    orderItemId: string;
    component: string;
    kind: OwnFileKind;
  },
): Promise<Result<Buffer, "forbidden" | "not_found">> {
  const { component, kind, orderItemId } = input;
  const read = await readOwnContracts(deps, input);
  if (!read.ok) return read;
  const contract = read.value.findLast((each) => each.orderItemId === orderItemId);
  if (!contract?.specification || contract.specification.measuredByLink) return fail("not_found");
  const line = await findPatternLine(deps.db, orderItemId);
  const downloadable = await listDownloadableLines(deps.db, [orderItemId]);
  if (!line || !downloadable.has(orderItemId)) return fail("not_found");
  const rows = await findNewestPatterns(deps.db, [orderItemId]);
  const row = rows.find((each) => each.component === component && each.approvedAt !== null);
  const content = row && patternColumn.open(deps.measurementBox, row);
  if (!content || content.svg === "") return fail("not_found");
  const title = `${labelOfLine(line)}, ${titleOf(row)}`;
  const facts = [
    `Seam allowance ${content.seamAllowance} mm`,
    ...(readChoiceStates(row.choices) ?? []).map(choiceLine),
  ];
  const drawing = { svg: svgOf(content), title, facts };
  if (kind !== "roll") return ok(await renderTilesPdf(drawing, kind));
  for (const rollMm of ROLL_WIDTHS_MM) {
    const rendered = await renderRollPdf(drawing, rollMm);
    if (rendered.ok) return rendered;
  }
  return fail("not_found");
}

/** 'busy': too many drafts are waiting. 'failed': the drafting process failed; the log has its error. */
export type PreviewRefusal = "not_offered" | "not_measured" | "busy" | "failed";

type PreviewDeps = PatternDeps & { logger: Logger };

/** One component of a preview. An error of the drafting process is logged, because nothing else learns of it. */
async function draftForPreview(
  { logger, patterns }: PreviewDeps,
  request: Pick<
    ComponentRequest,
    | ("choices" | "clothStretches" | "component" | "house")
    | ("joinedWaistMm" | "ordered" | "signal" | "specification")
  >,
): Promise<Result<DraftedComponent, "busy" | "failed">> {
  try {
    return await draftComponent(
      { patterns },
      { ...request, changes: [], label: "", isForScreen: true, awaitedBy: "visitor" },
    );
  } catch (error) {
    logger.error({ err: error, component: request.component }, "patterns: preview not drawn");
    return fail("failed");
  }
}

/** The stretch of chosen cloths, without linings. */
async function findStretches(
  db: Queryable,
  clothIds: readonly string[],
): Promise<readonly ClothStretch[]> {
  if (clothIds.length === 0) return [];
  const rows = await db
    .select({ stretchPercent: cloths.stretchPercent })
    .from(cloths)
    .where(and(inArray(cloths.id, [...clothIds]), not(isOfLining(sql`${cloths.id}`))));
  return rows.map(({ stretchPercent }) => stretchPercent);
}

/**
 * Draws the pattern of a product for measurements that somebody has in the browser, in the chosen cloth, its components sewn together as
 * those of an order are. Nothing is stored. 'not_measured' for
 * measurements that the shop could not cut from, and for those that are not the visitor's to read. `signal`: the visitor has left, so
 * nothing more is drafted ('busy').
 */
export async function previewPattern(
  deps: PreviewDeps,
  { productId, signal, submitted }: { productId: string; submitted: unknown; signal?: AbortSignal },
): Promise<Result<Pick<LineDrawings, "drawings" | "byHand" | "choices">, PreviewRefusal>> {
  const terms = await findTermsOfProduct(deps.db, productId);
  if (!terms?.isOffered) return fail("not_offered");
  const read = specificationSchema.safeParse(submitted);
  if (!read.success || read.data.profile === null || read.data.link !== "") {
    return fail("not_measured");
  }
  const { fit, profile } = read.data;
  const measured = measuredFit(profile, measurementsOfDraft(read.data, terms));
  if ("problem" in measured) return fail("not_measured");
  const [product] = await deps.db
    .select({
      garmentType: products.garmentType,
      gender: products.gender,
      components: productPatterns.components,
      choices: productPatterns.choices,
      materials: products.materials,
    })
    .from(products)
    .leftJoin(productPatterns, eq(productPatterns.productId, products.id))
    .where(eq(products.id, productId));
  if (!product) return fail("not_offered");
  const house = readHouseChoices(product.choices ?? {});
  const drawings: GarmentDrawing[] = [];
  const byHand: string[] = [];
  const states: ChoiceState[] = [];
  const chosen = terms.groups.flatMap(({ choices, id, name }) => {
    const choice = choices.find((each) => each.id === read.data.choices[id]);
    return choice ? [{ group: name, choice }] : [];
  });
  const agreed = chosen.map(({ choice, group }) => ({ group, choice: choice.name }));
  const chosenStretches = await findStretches(
    deps.db,
    chosen.flatMap(({ choice }) => choice.cloth?.id ?? []),
  );
  const clothStretches = stretchesOf(chosenStretches, product.materials);
  const inCloth = componentsInCloth(componentsOfProduct(product), clothStretches);
  const line = { productId, components: inCloth, draftedComponents: [] };
  const ordered = await findOrderedChoices(deps.db, line, agreed);
  const { components } = ordered;
  const drafts: { component: ComponentName; content: PatternContent }[] = [];
  for (const component of inDraftingOrder(components)) {
    const { title } = PATTERN_COMPONENTS[component];
    const choices = { fit, options: {}, seamAllowance: SEAM_ALLOWANCE_MM };
    const drafted = await draftForPreview(deps, {
      choices,
      component,
      house,
      clothStretches,
      joinedWaistMm: joinedWaistOf(components, component, drafts),
      ordered: choicesOfComponent(ordered.choices, { component, components }),
      specification: measured.fit,
      ...(signal && { signal }),
    });
    if (!drafted.ok) return drafted;
    drafts.push({ component, content: drafted.value.content });
    states.push(...drafted.value.choices);
    const drawing = simplifyDrawing(title, drafted.value.content.parts);
    if (drawing) drawings.push(drawing);
    else byHand.push(title);
  }
  return ok({ drawings, byHand, choices: drawnChoices(states) });
}
