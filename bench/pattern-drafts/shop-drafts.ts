import { isDraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import { messageForFault } from "#features/patterns/drafting/draft-guard.ts";
import type {
  DraftInput,
  DraftRefusal,
  GarmentDraft,
} from "#features/patterns/drafting/garment-draft.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { Solve, Solved } from "./compare.ts";
import type { Measurements } from "./measurements.ts";
import { heldByOrder } from "./order-measurements.ts";
import type { DraftPerson } from "./people.ts";

const STATUS = { ready: "ready", review: "review", by_hand: "by hand" } as const;

const isDraftable = (names: readonly string[]) => names.filter(isDraftableDesign);

/** Whether the shop drafts all of these designs. */
export const draftedByShop = (names: readonly string[]): boolean =>
  names.every((name) => isDraftableDesign(name));

/** An order of a person, with what it holds and nothing else. */
export function draftInput(designs: readonly string[], person: DraftPerson): DraftInput {
  const measurements = heldByOrder(designs, person);
  return { designs: isDraftable(designs), measurements, fit: "regular" };
}

function reasonsOf(refusal: DraftRefusal): readonly string[] {
  return refusal.code === "refused" ? refusal.faults.map(messageForFault) : [refusal.code];
}

/** Numbers in a sentence differ by person. */
const withoutNumbers = (reason: string) => reason.replace(/\d+(\.\d+)?/g, "…");

function solvedOf(draft: GarmentDraft): Solved {
  const { design, draftedFrom, findings, house, options, parts, trued } = draft;
  const seams = parts.flatMap(({ part, lines }) =>
    lines.filter(({ kind }) => kind === "seam").map(({ d }) => ({ part, d })),
  );
  return {
    status: STATUS[draft.status],
    design,
    options,
    draftedFrom: draftedFrom as Partial<Measurements>,
    seams,
    moved: [...trued, ...house],
    reasons: findings.map(({ reason }) => withoutNumbers(reason)),
  };
}

/** What the shop says when it drafts a garment for a person; a refusal is one by hand. */
export function shopSolver(patterns: PatternPool, fit: DraftInput["fit"] = "regular"): Solve {
  return async (designs, person) => {
    const input = { ...draftInput(designs, person), fit };
    const drafted = await draftGarment({ patterns }, input);
    if (drafted.ok) return solvedOf(drafted.value);
    const [design = ""] = designs;
    const reasons = reasonsOf(drafted.error);
    return { status: "by hand", design, options: {}, seams: [], moved: [], reasons };
  };
}
