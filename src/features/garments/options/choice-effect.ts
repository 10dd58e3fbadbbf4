import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import {
  COMPONENT_NAMES,
  designsOfComponent,
  isComponentName,
  PATTERN_COMPONENTS,
} from "#features/patterns/designs/pattern-table.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import {
  isStyleName,
  STYLE_KINDS,
  STYLES,
  stylesOfKind,
  styleText,
} from "#features/patterns/styles/garment-styles.ts";
import { BY_HAND, DESIGN_PREFIX, NO_EFFECT } from "./effect-key.ts";

/** What a choice of an option changes on the pattern. */
export type ChoiceEffect =
  /** Buttons, thread, the color of a lining. */
  | { readonly kind: "none" }
  /** The tailor makes it; `note` says what. */
  | { readonly kind: "by_hand"; readonly note: string }
  /** A length, a sleeve, a collar: drafted where a design of the garment draws it, else made by hand. */
  | { readonly kind: "style"; readonly style: StyleName }
  /** Another component of the pattern table takes the place of the product's own. */
  | { readonly kind: "design"; readonly component: ComponentName };

/** The components that a choice may bring: those that the shop drafts. */
const CHOSEN_COMPONENTS = COMPONENT_NAMES.filter((name) => designsOfComponent(name).length > 0);

function componentOf(key: string): ComponentName | null {
  if (!key.startsWith(DESIGN_PREFIX)) return null;
  const name = key.slice(DESIGN_PREFIX.length);
  return isComponentName(name) && CHOSEN_COMPONENTS.includes(name) ? name : null;
}

/** Reads a stored effect; null for a choice that nobody has described, and for a name that is not known any more. */
export function readEffect(key: string | null, note: string): ChoiceEffect | null {
  if (key === null) return null;
  if (key === NO_EFFECT) return { kind: "none" };
  if (key === BY_HAND) return { kind: "by_hand", note };
  if (isStyleName(key)) return { kind: "style", style: key };
  const component = componentOf(key);
  return component ? { kind: "design", component } : null;
}

/** The stored name of an effect, as `readEffect` reads it; a note only of what is made by hand. */
export function effectKeyOf(effect: ChoiceEffect): string {
  switch (effect.kind) {
    case "none":
      return NO_EFFECT;
    case "by_hand":
      return BY_HAND;
    case "style":
      return effect.style;
    case "design":
      return `${DESIGN_PREFIX}${effect.component}`;
  }
}

/** "Length: ends at the knee", "By hand: covered buttons", "No effect on the pattern". */
export function effectText(effect: ChoiceEffect): string {
  switch (effect.kind) {
    case "none":
      return "No effect on the pattern";
    case "by_hand":
      return `By hand: ${effect.note}`;
    case "style":
      return styleText(effect.style);
    case "design":
      return `Drafted as ${PATTERN_COMPONENTS[effect.component].title.toLowerCase()}`;
  }
}

export type EffectList = {
  readonly title: string;
  readonly effects: readonly { readonly key: string; readonly text: string }[];
};

/** Everything that an owner may say of a choice, by what is decided, in words. */
export const EFFECT_LISTS: readonly EffectList[] = [
  {
    title: "Everything else",
    effects: [
      { key: NO_EFFECT, text: effectText({ kind: "none" }) },
      { key: BY_HAND, text: "Made by hand, as written beside it" },
    ],
  },
  ...STYLE_KINDS.map((kind) => ({
    title: STYLES[kind].title,
    effects: stylesOfKind(kind).map((style) => ({ key: style, text: styleText(style) })),
  })),
  {
    title: "Another pattern",
    effects: CHOSEN_COMPONENTS.map((component) => ({
      key: `${DESIGN_PREFIX}${component}`,
      text: effectText({ kind: "design", component }),
    })),
  },
];
