import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Fit } from "#features/body/measurement/fit.ts";
import type { DescribedChoice } from "#features/garments/options/choice-effect-queries.server.ts";
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
  RequestedEases,
} from "#features/patterns/drafting/garment-draft.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { styleRequestOf } from "#features/patterns/styles/style-rules.ts";
import type { ChoiceState } from "./choice-state.ts";
import { withoutRequestedEases } from "./ease-options.ts";
import {
  choiceStates,
  componentChoices,
  shapeChoices,
  stylesOfChoices,
} from "./ordered-choices.ts";
import type { DraftChoices, PatternContent } from "./pattern-content.ts";
import { bodyOfSpecification, estimateNote } from "./pattern-content.ts";
import type { HouseChoices } from "./product-patterns.ts";
import { houseOptions } from "./product-patterns.ts";
import type { NewPattern } from "./stored-patterns.server.ts";
import { drawnStatus } from "./stored-patterns.server.ts";

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
  /** Of the cloths that it is cut from, `stretchesOf`. */
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
  /** Of the draft that is redrawn exactly; what the tailor asks for stands before it. */
  requestedEases?: RequestedEases;
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
    followed: draft.followed.map(({ byMm, measure }) => ({ byMm, measure })),
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

/** The tailor's options that stay with a draft: all of an exact one, else those that nothing was looked for in place of. */
const storedOptions = (
  { eases = {}, options }: DraftChoices,
  { exactly }: Pick<ComponentRequest, "exactly">,
) => (exactly ? options : withoutRequestedEases(options, eases));

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
  const orderedStyles = stylesOfChoices(ordered);
  const styles = stylesOfComponent(component, orderedStyles);
  const ofHouse = houseOptionsBeside(styles, { component, designs, fit: choices.fit, house });
  const stated = {
    posture: specification.posture ?? null,
    shoulders: specification.shoulders ?? null,
  };
  const shape: ShapeAmounts = { ...amountsOfShape(stated), ...choices.shape };
  const { joinedWaistMm } = request;
  const joined = joinedWaistMm === undefined ? {} : { joinedWaistMm };
  const { eases = {} } = choices;
  const drafted =
    request.exactly && design
      ? await draftOnce(
          { patterns },
          {
            design,
            measurements,
            options: request.exactly,
            fit: choices.fit,
            eases: { ...request.requestedEases, ...eases },
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
            eases,
            requestedChanges: changes,
            styles,
            shape,
            ...joined,
            ...(!request.isForScreen && { drawing }),
            ...(request.awaitedBy && { awaitedBy: request.awaitedBy }),
            options: withoutRequestedEases({ ...ofHouse, ...choices.options }, eases),
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
    ...componentChoices(component, orderedStyles, draft.styles),
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
    options: storedOptions(choices, request),
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

export const isDraftable = (design: string | null): design is DraftableDesign =>
  design !== null && isDraftableDesign(design);
