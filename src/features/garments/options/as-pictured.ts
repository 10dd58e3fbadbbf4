import type { OptionChoice, OptionGroup } from "./made-to-measure-terms.ts";
import { isOrderable, standardChoice } from "./made-to-measure-terms.ts";

/** Why an option of a product does not start with what its images show, as far as the shop can tell. */
export type PicturedWarning =
  /** Nobody has said what the images show; the option starts with `start`. */
  | { readonly kind: "not_said"; readonly option: string; readonly start: string | null }
  /** The images show `pictured`, which cannot be ordered now. */
  | {
      readonly kind: "used_up";
      readonly option: string;
      readonly pictured: string;
      readonly start: string | null;
    }
  /** The product's own text names `named`. */
  | {
      readonly kind: "text";
      readonly option: string;
      readonly start: string;
      readonly named: string;
    };

/** "Length starts with Knee, and the text of this product says Floor." */
export function warningText(warning: PicturedWarning): string {
  const { kind, option } = warning;
  const start = warning.start ?? "no choice";
  if (kind === "used_up") {
    return `${option} starts with ${start}: ${warning.pictured}, as pictured, cannot be ordered now.`;
  }
  if (kind === "text") {
    return `${option} starts with ${start}, and the text of this product says ${warning.named}.`;
  }
  return `Nobody has said what the images show of ${option}. It starts with ${start}.`;
}

/** The word by which a text names an option: "lapel", "button", "hem". */
const nounOf = (option: string): string =>
  (option.toLowerCase().split(" ").at(-1) ?? "").replace(/s$/, "");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** How a text names the choice of a length: "floor-length", "to the floor". */
const LENGTH_PATTERNS = [
  (choice: string) => `\\b${choice}[- ]length\\b`,
  (choice: string) => `\\bto the ${choice}\\b`,
];

/** Whether the text names this choice of the option: "notch lapels", "a V neckline", "floor-length". */
function isNamed(text: string, option: string, choice: string): boolean {
  const name = escaped(choice.toLowerCase());
  const noun = escaped(nounOf(option));
  const patterns =
    noun === "length"
      ? LENGTH_PATTERNS.map((pattern) => pattern(name))
      : [`(?<![\\p{L}])${name}[- ](?:[\\p{L}]+ )?${noun}`];
  return patterns.some((pattern) => new RegExp(pattern, "u").test(text));
}

/** The choice of an option that a product's own text names; null when it names none, or several. */
export function choiceInText({ choices, name }: OptionGroup, text: string): OptionChoice | null {
  const lower = text.toLowerCase();
  const named = choices.filter((choice) => isNamed(lower, name, choice.name));
  return named.length === 1 ? (named[0] ?? null) : null;
}

function warningOf(group: OptionGroup, text: string): PicturedWarning | null {
  const option = group.name;
  const start = standardChoice(group);
  const pictured = group.choices.find(({ isPictured }) => isPictured);
  if (pictured && !isOrderable(pictured)) {
    return { kind: "used_up", option, pictured: pictured.name, start: start?.name ?? null };
  }
  const named = choiceInText(group, text);
  if (named && start && named.id !== start.id) {
    return { kind: "text", option, start: start.name, named: named.name };
  }
  const isOpen = !pictured && group.choices.length > 1;
  return isOpen ? { kind: "not_said", option, start: start?.name ?? null } : null;
}

/**
 * The options of a product that do not start with what its images show, or of which the shop cannot tell, in the owner's order. `text`
 * is everything that is written about the product: its name, description, materials and the descriptions of its images.
 */
export function picturedWarnings(groups: readonly OptionGroup[], text: string): PicturedWarning[] {
  return groups.flatMap((group) => warningOf(group, text) ?? []);
}
