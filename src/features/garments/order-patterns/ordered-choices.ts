import { z } from "zod";
import type { AgreedOption } from "#features/garments/contract/contract.ts";
import type { ChoiceEffect } from "#features/garments/options/choice-effect.ts";
import { effectText, readEffect } from "#features/garments/options/choice-effect.ts";
import type { DescribedChoice } from "#features/garments/options/choice-effect-queries.server.ts";
import { NEED_BY_GROUP } from "#features/garments/specification/fit-draft.ts";
import type { ShapeState } from "#features/patterns/body-shape/stated-shape.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  designsOfComponent,
  inGarmentOrder,
  stylesOfComponent,
} from "#features/patterns/designs/pattern-table.ts";
import type { StyleResult } from "#features/patterns/drafting/garment-draft.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import {
  kindOfStyle,
  STYLES,
  styleText,
  valueOfStyle,
} from "#features/patterns/styles/garment-styles.ts";
import { concernsDesign } from "#features/patterns/styles/style-rules.ts";
import type { ChoiceState } from "./choice-state.ts";

const choiceStateSchema = z.object({
  group: z.string(),
  choice: z.string(),
  effect: z.string(),
  outcome: z.enum(["drafted", "by_hand", "none"]),
  note: z.string(),
  tick: z.object({ by: z.string(), name: z.string(), at: z.string() }).nullable(),
}) satisfies z.ZodType<ChoiceState>;

/** Reads the stored choices of a draft; null for one from before choices were part of drafts. */
export function readChoiceStates(stored: readonly unknown[] | null): readonly ChoiceState[] | null {
  return stored === null ? null : z.array(choiceStateSchema).parse(stored);
}

/** What the contract says, without a price; `effect` as it was agreed, absent in contracts of before. */
export type AgreedChoice = Pick<AgreedOption, "choice" | "effect" | "effectNote" | "group">;

/**
 * The agreed choices with what they change on the pattern: as it was agreed, else as the options describe it now; null where neither
 * says so. The day of arrival, which contracts list with the options, is none.
 */
export function describeChoices(
  agreed: readonly AgreedChoice[],
  described: readonly DescribedChoice[],
): readonly DescribedChoice[] {
  const choices = agreed.filter(({ group }) => group !== NEED_BY_GROUP);
  return choices.map(({ choice, effect = null, effectNote = "", group }) => {
    const known = described.find((each) => each.group === group && each.choice === choice);
    return { group, choice, effect: readEffect(effect, effectNote) ?? known?.effect ?? null };
  });
}

const BELOW_WAIST: ReadonlySet<ComponentName> = new Set([
  "chinos",
  "trousers",
  "wideTrousers",
  "pencilSkirt",
  "flaredSkirt",
  "circleSkirt",
]);

/** The components with a chosen one instead of those of the same half of the body, else instead of all. */
function exchanged(
  components: readonly ComponentName[],
  chosen: ComponentName,
): readonly ComponentName[] {
  if (components.includes(chosen)) return components;
  const isOfHalf = (name: ComponentName) => BELOW_WAIST.has(name) === BELOW_WAIST.has(chosen);
  if (!components.some(isOfHalf)) return [chosen];
  return components.map((name) => (isOfHalf(name) ? chosen : name));
}

/** The components that the ordered garment is made of, in its order: the product's own, or what a choice brings in their place. */
export function orderedComponents(
  components: readonly ComponentName[],
  choices: readonly DescribedChoice[],
): readonly ComponentName[] {
  const chosen = choices.flatMap(({ effect }) =>
    effect?.kind === "design" ? effect.component : [],
  );
  return inGarmentOrder(chosen.reduce(exchanged, components));
}

const concerns = (component: ComponentName, style: StyleName) =>
  designsOfComponent(component).some((design) => concernsDesign(design, style));

function isOfComponent(
  effect: ChoiceEffect | null,
  component: ComponentName,
  components: readonly ComponentName[],
): boolean {
  const isFirst = component === components[0];
  if (effect?.kind === "design") return effect.component === component;
  if (effect?.kind !== "style") return isFirst;
  const { style } = effect;
  const concerned = components.filter((each) => concerns(each, style));
  return concerned.length === 0 ? isFirst : concerned.includes(component);
}

/**
 * The choices that belong to one component of a garment: a style to those whose designs draw its kind, everything else to the first.
 * Each choice belongs to at least one.
 */
export function choicesOfComponent(
  choices: readonly DescribedChoice[],
  { component, components }: { component: ComponentName; components: readonly ComponentName[] },
): readonly DescribedChoice[] {
  return choices.filter(({ effect }) => isOfComponent(effect, component, components));
}

/** The styles that a component is drafted with. */
export function stylesOfChoices(choices: readonly DescribedChoice[]): readonly StyleName[] {
  return choices.flatMap(({ effect }) => (effect?.kind === "style" ? effect.style : []));
}

const UNDESCRIBED = "what it changes is not described";

function stateOf(
  { choice, effect, group }: DescribedChoice,
  results: readonly StyleResult[],
  isDrawn: boolean,
): ChoiceState {
  const state = { group, choice, effect: effect ? effectText(effect) : "", note: "", tick: null };
  if (!effect) return { ...state, outcome: "by_hand", note: UNDESCRIBED };
  if (effect.kind === "none") return { ...state, outcome: "none" };
  if (effect.kind === "by_hand") return { ...state, outcome: "by_hand", note: effect.note };
  if (effect.kind === "design") return { ...state, outcome: isDrawn ? "drafted" : "by_hand" };
  const result = results.find(({ style }) => style === effect.style);
  if (!result || !isDrawn) return { ...state, outcome: "by_hand" };
  return { ...state, outcome: result.outcome, note: result.note };
}

/** What became of a component's choices in a draft; without a drawing everything that has an effect is made by hand. */
export function choiceStates(
  choices: readonly DescribedChoice[],
  { isDrawn, results }: { isDrawn: boolean; results: readonly StyleResult[] },
): ChoiceState[] {
  return choices.map((choice) => stateOf(choice, results, isDrawn));
}

/**
 * How a component looks whatever is ordered, as open choices of a draft where the tailor makes it by hand: the plain back of a coat. None
 * of a kind that was ordered.
 */
export function componentChoices(
  component: ComponentName,
  ordered: readonly StyleName[],
  results: readonly StyleResult[],
): readonly ChoiceState[] {
  const own = stylesOfComponent(component, ordered).filter((style) => !ordered.includes(style));
  return own.flatMap((style): ChoiceState[] => {
    const result = results.find((each) => each.style === style);
    if (result?.outcome !== "by_hand") return [];
    return [
      {
        group: STYLES[kindOfStyle(style)].title,
        choice: valueOfStyle(style),
        effect: styleText(style),
        outcome: "by_hand",
        note: result.note,
        tick: null,
      },
    ];
  });
}

const SHAPE_OF_BODY = "Shape of the body";

/** What of a body's shape is made by hand, and by how much; sealed with the draft. */
const shapeByHand = (states: readonly ShapeState[]) =>
  JSON.stringify(
    states
      .filter(({ outcome }) => outcome === "by_hand")
      .map(({ label, note }) => [label, note])
      .toSorted(),
  );

/**
 * The choices of a draft whose ticks a later draft may keep: all but the shape of the body once something else of it, or another
 * amount, is made by hand. The choice itself says neither, because it is stored in the open.
 */
export function withoutChangedShape(
  choices: readonly ChoiceState[],
  { before, after }: { before: readonly ShapeState[]; after: readonly ShapeState[] },
): readonly ChoiceState[] {
  const isSame = shapeByHand(before) === shapeByHand(after);
  return isSame ? choices : choices.filter(({ group }) => group !== SHAPE_OF_BODY);
}

/**
 * The stated shape of a body as an open choice of a draft when a tailor alters the pattern to it by hand. What the shape is stays in
 * the sealed part of the draft, because choices are stored in the open.
 */
export function shapeChoices(states: readonly ShapeState[]): readonly ChoiceState[] {
  if (!states.some(({ outcome }) => outcome === "by_hand")) return [];
  return [
    {
      group: SHAPE_OF_BODY,
      choice: "As the contract says",
      effect: "",
      outcome: "by_hand",
      note: "the pattern's page says what",
      tick: null,
    },
  ];
}

const keyOf = ({ choice, effect, group, note, outcome }: ChoiceState) =>
  JSON.stringify([group, choice, effect, outcome, note]);

/**
 * The choices of a new draft with the ticks of the draft before it. A tick stays with its choice while what is to be made by hand stays
 * the same, whatever becomes of the others; a changed choice is open again.
 */
export function withTicksOf(
  states: readonly ChoiceState[],
  before: readonly ChoiceState[] | null,
): readonly ChoiceState[] {
  const ticks = new Map(before?.map((state) => [keyOf(state), state.tick]));
  return states.map((state) => ({ ...state, tick: ticks.get(keyOf(state)) ?? null }));
}
