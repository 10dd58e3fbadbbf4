import { and, desc, eq, isNotNull, max } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import type { Actor, Admin, SignedIn } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { asAtelier } from "#features/base/identity/guards.server.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { isBeforeGate } from "#features/garments/garment/garment.ts";
import { lockGarments, setStage } from "#features/garments/garment/stored-garments.server.ts";
import { recordDraftedPattern } from "#features/garments/production/change-garment.server.ts";
import { joinedTo } from "#features/patterns/designs/pattern-table.ts";
import { EQUAL } from "#features/patterns/seams/seam-pair.ts";
import type { ChoiceState } from "./choice-state.ts";
import { isOpenChoice } from "./choice-state.ts";
import type { DraftedComponent } from "./draft-component.server.ts";
import { draftComponent, isDraftable, joinedWaistOf } from "./draft-component.server.ts";
import { draftLine } from "./draft-line.server.ts";
import { requestedEasesOf } from "./ease-options.ts";
import { commitNests, nestLine } from "./line-cloth.server.ts";
import { choicesOfComponent, readChoiceStates } from "./ordered-choices.ts";
import type { DraftChoices } from "./pattern-content.ts";
import { changesOfComponent } from "./pattern-content.ts";
import type { PatternDeps } from "./pattern-line.server.ts";
import { labelOfLine } from "./pattern-line.server.ts";
import {
  addPattern,
  drawnStatus,
  findNewestPatterns,
  patternColumn,
} from "./stored-patterns.server.ts";
import type {
  OpenComponent,
  OpenPatternLine,
  PatternReadFailure,
  TailorDeps,
} from "./tailor-patterns.server.ts";
import { openComponent } from "./tailor-patterns.server.ts";

type ComponentInput = { orderItemId: string; component: string };

export type RedrawInput = ComponentInput & {
  actor: Actor;
  /** What the tailor chose, given the stored draft. */
  choose: (component: OpenComponent) => DraftChoices;
  /** True looks for options that fit; false drafts the chosen ones as they are, at once. */
  solve: boolean;
};

async function redrawOpened(
  deps: PatternDeps,
  { open, component }: { open: OpenPatternLine; component: OpenComponent },
  { choose, solve, isForScreen }: Pick<RedrawInput, "choose" | "solve"> & { isForScreen: boolean },
): Promise<Result<DraftedComponent, "busy">> {
  const { content } = component;
  const choices = choose(component);
  const design = content?.design ?? null;
  const { line, ordered, specification } = open;
  const { components } = ordered;
  const subject = { component: component.component, components };
  const request = {
    component: component.component,
    ordered: choicesOfComponent(ordered.choices, subject),
    specification,
    choices,
    house: line.house,
    clothStretches: line.clothStretches,
    joinedWaistMm: joinedWaistOf(components, component.component, open.components),
    label: labelOfLine(line),
    changes: [],
  };
  if (solve || !content || !isDraftable(design)) {
    const changes = changesOfComponent(specification, subject);
    return draftComponent(deps, { ...request, changes, awaitedBy: "tailor" });
  }
  // What the solver found stays while a tailor moves one slider.
  const exactly = { ...content.solved, ...choices.options };
  const drawn = await draftComponent(deps, {
    ...request,
    designs: [design],
    exactly,
    requestedEases: requestedEasesOf(content),
    isForScreen,
  });
  if (!drawn.ok) return drawn;
  // The design is drawn with the solver's own changes, so they stay as they were.
  const { value } = drawn;
  const { changes, followed } = content;
  return ok({ ...value, content: { ...value.content, changes, followed } });
}

type RedrawnComponent = { readonly from: OpenComponent; readonly drafted: DraftedComponent };

/**
 * The components that are sewn to a redrawn one, drafted again to its new waist with what was chosen of them before. A waist that can
 * be sewn as it is stays.
 */
async function redrawJoined(
  deps: PatternDeps,
  { component, open }: { open: OpenPatternLine; component: OpenComponent },
  { content }: Pick<DraftedComponent, "content">,
): Promise<Result<readonly RedrawnComponent[], "busy">> {
  const names = open.ordered.components;
  const components = open.components.map((each) =>
    each.component === component.component ? { ...each, content } : each,
  );
  const redrawn: RedrawnComponent[] = [];
  for (const each of components) {
    if (joinedTo(each.component, names) !== component.component) continue;
    if (!each.content || each.contractVersion !== open.contractVersion) continue;
    const waist = each.content.measures.find(({ name }) => name === "waist")?.finished;
    const joined = joinedWaistOf(names, each.component, components);
    if (waist === undefined || joined === undefined) continue;
    if (Math.abs(waist - joined) <= EQUAL.most) continue;
    const { eases, fit, options, seamAllowance, shape } = each.content;
    const choices = {
      fit,
      options,
      seamAllowance,
      ...(eases && { eases }),
      ...(shape && { shape }),
    };
    const drafted = await redrawOpened(
      deps,
      { open: { ...open, components }, component: each },
      { choose: () => choices, solve: true, isForScreen: false },
    );
    if (!drafted.ok) return drafted;
    redrawn.push({ from: each, drafted: drafted.value });
  }
  return ok(redrawn);
}

/** Drafts a component with a tailor's choices and stores nothing: for a slider that moves. */
export async function redrawPattern(
  deps: TailorDeps,
  input: RedrawInput,
): Promise<Result<DraftedComponent, PatternReadFailure | "busy">> {
  const opened = await openComponent(deps, input);
  if (!opened.ok) return opened;
  return redrawOpened(deps, opened.value, { ...input, isForScreen: true });
}

/** 'busy': too many drafts of tailors are waiting. */
export type PatternChangeFailure = PatternReadFailure | "busy" | "conflict" | "too_late";

/** The stages of a line that is locked until the transaction ends, first its garments, as a customer's change locks them. */
async function lockStages(tx: Transaction, orderItemId: string): Promise<GarmentStage[]> {
  const rows = await lockGarments(tx, [orderItemId]);
  await tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.id, orderItemId))
    .for("update");
  return rows.map(({ stage }) => stage);
}

/** False once the measurements are removed; nothing drafted to them is stored then. */
async function areMeasurementsStored(tx: Transaction, orderItemId: string, version: number) {
  const { sealed } = contracts;
  const own = and(eq(contracts.orderItemId, orderItemId), eq(contracts.version, version));
  return (await tx.$count(contracts, and(own, isNotNull(sealed)))) > 0;
}

async function newestVersionOf(tx: Transaction, orderItemId: string, component: string) {
  const [row] = await tx
    .select({ version: max(patternDrafts.version) })
    .from(patternDrafts)
    .where(and(eq(patternDrafts.orderItemId, orderItemId), eq(patternDrafts.component, component)));
  return row?.version ?? 0;
}

/** A changed pattern needs approval again, so its garments wait for it again. */
async function reopenApproved(
  tx: Transaction,
  { actor, now, orderItemId }: { actor: SignedIn; now: Date; orderItemId: string },
): Promise<void> {
  const rows = await lockGarments(tx, [orderItemId]);
  const approved = rows.filter(({ stage }) => stage === "pattern_ready");
  const staff = { userId: actor.userId, name: actor.name };
  const note = "The pattern was changed after its approval.";
  await setStage(tx, approved, { cause: "pattern_change", to: "checked", at: now, staff, note });
}

/**
 * Stores a tailor's choices as the next version of a component, and of what is sewn to its changed waist, and commits the cloth that
 * the line's nest needs; they need approval again. 'conflict' when another version came
 * meanwhile, 'too_late' once the cut is approved.
 */
export async function savePattern(
  deps: TailorDeps,
  input: RedrawInput & { version: number },
): Promise<Result<{ version: number }, PatternChangeFailure>> {
  const { actor, orderItemId, version } = input;
  const opened = await openComponent(deps, input);
  if (!opened.ok) return opened;
  if (!isAdmin(actor)) return fail("forbidden");
  const { open, component } = opened.value;
  if (component.version !== version) return fail("conflict");
  // The job drafts all components of a newer contract together.
  if (component.contractVersion !== open.contractVersion) return fail("conflict");
  const drafted = await redrawOpened(deps, opened.value, { ...input, isForScreen: false });
  if (!drafted.ok) return drafted;
  const joined = await redrawJoined(deps, opened.value, drafted.value);
  if (!joined.ok) return joined;
  const redrawn = [{ from: component, drafted: drafted.value }, ...joined.value];
  const isRedrawn = (name: string) => redrawn.some(({ from }) => from.component === name);
  const others = open.components.filter((each) => !isRedrawn(each.component));
  const contents = others.map(({ content }) => content ?? { parts: [], cutList: [] });
  const lengths = await nestLine(deps, {
    orderItemId,
    contents: [...contents, ...redrawn.map((each) => each.drafted.content)],
    awaitedBy: "tailor",
  });
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockStages(tx, orderItemId)).some(isBeforeGate)) return fail("too_late" as const);
    for (const { from } of redrawn) {
      const newest = await newestVersionOf(tx, orderItemId, from.component);
      if (newest !== from.version) return fail("conflict" as const);
    }
    if (!(await areMeasurementsStored(tx, orderItemId, open.contractVersion))) {
      return fail("unreadable" as const);
    }
    await reopenApproved(tx, { orderItemId, actor, now: deps.clock.now() });
    for (const each of redrawn) {
      await addPattern(tx, deps.measurementBox, {
        ...each.drafted,
        orderItemId,
        component: each.from.component,
        origin: "tailor",
        contractVersion: open.contractVersion,
        staffId: actor.userId,
      });
    }
    await commitNests(tx, orderItemId, lengths);
    return ok({ version: version + 1 });
  });
}

/** 'choices_open': a choice is to be made by hand and not ticked off; 'undescribed': a draft from before choices were part of drafts. */
export type ApprovalFailure =
  | PatternChangeFailure
  | ("not_checked" | "findings_open" | "outdated" | "choices_open" | "undescribed");

type Approval = ComponentInput & {
  actor: Admin;
  version: number;
  /** The tailor has read why a person must look at it. */
  areFindingsAccepted: boolean;
};

async function approveInside(
  tx: Transaction,
  { now, ...input }: Approval & { now: Date },
): Promise<Result<{ isWhole: boolean }, ApprovalFailure>> {
  const { actor, orderItemId, component, version } = input;
  const stages = await lockStages(tx, orderItemId);
  if (!stages.some(isBeforeGate)) return fail("too_late");
  const drafts = await findNewestPatterns(tx, [orderItemId]);
  const draft = drafts.find((each) => each.component === component);
  if (!draft) return fail("not_found");
  if (draft.version !== version) return fail("conflict");
  const [contract] = await tx
    .select({ version: contracts.version, terms: contracts.terms })
    .from(contracts)
    .where(eq(contracts.orderItemId, orderItemId))
    .orderBy(desc(contracts.version))
    .limit(1);
  if (contract?.version !== draft.contractVersion) return fail("outdated");
  const choices = readChoiceStates(draft.choices);
  if (choices === null && contract.terms.options.length > 0) {
    return fail("undescribed");
  }
  if (choices?.some(isOpenChoice)) return fail("choices_open");
  if (draft.status !== "ready" && !input.areFindingsAccepted) return fail("findings_open");
  if (stages.includes("received")) return fail("not_checked");
  await tx
    .update(patternDrafts)
    .set({ approvedAt: now, approvedBy: actor.userId, approvedName: actor.name })
    .where(eq(patternDrafts.id, draft.id));
  const current = drafts.filter(({ contractVersion }) => contractVersion === contract?.version);
  const isWhole = current.every((each) => each.id === draft.id || each.approvedAt !== null);
  if (isWhole) {
    const names = current.map((each) => `${each.component} ${each.version}`).join(", ");
    await recordDraftedPattern(tx, {
      orderItemId,
      at: now,
      staff: { userId: actor.userId, name: actor.name },
      note: `Patterns approved: ${names}`,
    });
  }
  return ok({ isWhole });
}

/**
 * Approves the newest draft of a component. When all components of the line are approved, its garments come to "pattern ready". Needs
 * checked measurements, a draft of the newest contract whose choices are drafted or ticked off, and for a draft that is not ready the
 * tailor's word that the findings are accepted.
 */
export const approvePattern = asAtelier(
  async (
    deps: TailorDeps,
    input: Approval,
  ): Promise<Result<{ isWhole: boolean }, ApprovalFailure>> => {
    const { actor } = input;
    if (!isId(input.orderItemId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      return approveInside(tx, { ...input, actor, now: deps.clock.now() });
    });
  },
);

type Ticks = ComponentInput & {
  actor: Admin;
  version: number;
  /** The options whose choices are made by hand now; all others are open. */
  groups: readonly string[];
};

async function tickInside(
  tx: Transaction,
  box: PatternDeps["measurementBox"],
  { now, ...input }: Ticks & { now: Date },
): Promise<Result<null, PatternChangeFailure>> {
  const { actor, component, groups, orderItemId, version } = input;
  if (!(await lockStages(tx, orderItemId)).some(isBeforeGate)) return fail("too_late");
  const drafts = await findNewestPatterns(tx, [orderItemId]);
  const draft = drafts.find((each) => each.component === component);
  const choices = readChoiceStates(draft?.choices ?? null);
  if (!draft || !choices) return fail("not_found");
  if (draft.version !== version || draft.approvedAt !== null) return fail("conflict");
  const content = patternColumn.open(box, draft);
  if (!content) return fail("unreadable");
  const tick = { by: actor.userId, name: actor.name, at: now.toISOString() };
  const ticked = choices.map((state): ChoiceState => {
    if (state.outcome !== "by_hand") return state;
    return { ...state, tick: groups.includes(state.group) ? (state.tick ?? tick) : null };
  });
  await tx
    .update(patternDrafts)
    .set({
      choices: ticked,
      status: draft.status === "by_hand" ? "by_hand" : drawnStatus(content, ticked),
    })
    .where(eq(patternDrafts.id, draft.id));
  return ok(null);
}

/**
 * Says which choices of the newest draft the tailor has made by hand, with who and when; the others are open again. They become part of
 * the version that is approved. 'conflict' for another version and for an approved one, 'too_late' once the cut is approved.
 */
export const tickChoices = asAtelier(
  async (deps: TailorDeps, input: Ticks): Promise<Result<null, PatternChangeFailure>> => {
    const { actor } = input;
    if (!isId(input.orderItemId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      return tickInside(tx, deps.measurementBox, { ...input, actor, now: deps.clock.now() });
    });
  },
);

/** Drafts a line at once instead of waiting for the shop's next run. 'not_found' when nothing is due, 'busy' for a moment. */
export const draftNow = asAtelier(
  async (
    deps: TailorDeps,
    { orderItemId }: { orderItemId: string },
  ): Promise<Result<null, "busy" | "not_found">> => {
    if (!isId(orderItemId)) return fail("not_found");
    return draftLine(deps, orderItemId, { awaitedBy: "tailor" });
  },
);
