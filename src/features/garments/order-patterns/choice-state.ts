import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { lineFacts, WEARER_LABEL } from "#features/orders/order/line-description.ts";

/** Who has made a choice by hand, and when. */
type Tick = { by: string; name: string; at: string };

type ChoiceOutcome = "drafted" | "by_hand" | "none";

/** A choice of the contract as it is in one draft. */
export type ChoiceState = {
  group: string;
  choice: string;
  /** "Length: ends at the knee"; "" while the option does not say what the choice changes. */
  effect: string;
  outcome: ChoiceOutcome;
  /** What is left to do or was not reached; "" for nothing. */
  note: string;
  /** Null while it is open. */
  tick: Tick | null;
};

const outcomeTexts: Readonly<Record<ChoiceOutcome, string>> = {
  drafted: "drafted",
  by_hand: "by hand",
  none: "no effect on the pattern",
};

/** "by hand: covered buttons, done by Rosa": what became of a choice, for the tailor. */
export function outcomeText({ note, outcome, tick }: Omit<ChoiceState, "effect">): string {
  const text = note === "" ? outcomeTexts[outcome] : `${outcomeTexts[outcome]}: ${note}`;
  return tick === null ? text : `${text}, done by ${tick.name}`;
}

/** "Collar: Band (by hand, done by Rosa)": a line of a ticket or a print. */
export function choiceLine(state: ChoiceState): string {
  return `${state.group}: ${state.choice} (${outcomeText(state)})`;
}

/** Whether a tailor still has to make a choice by hand. */
export function isOpenChoice({ outcome, tick }: ChoiceState): boolean {
  return outcome === "by_hand" && tick === null;
}

type Drafted = { readonly choices: readonly ChoiceState[] | null };

/**
 * "Collar: Band (by hand)": an agreed choice with what became of it in the newest drafts of a line; the choice alone before there is
 * one. A choice of several components is drafted where one of them draws it.
 */
export function agreedChoiceLine(
  { choice, group }: Pick<ChoiceState, "choice" | "group">,
  components: readonly Drafted[],
): string {
  const states = components
    .flatMap(({ choices }) => choices ?? [])
    .filter((each) => each.group === group && each.choice === choice);
  const state = states.find(({ outcome }) => outcome === "drafted") ?? states[0];
  return state ? choiceLine(state) : `${group}: ${choice}`;
}

/**
 * Everything that was ordered of a line but its name, one text for each fact, as tickets, prints and pages of the atelier list it: "Size:
 * Custom", "Color: Navy", each choice with what became of it, fit and monogram.
 */
export function orderedLines(line: DescribedLine, components: readonly Drafted[]): string[] {
  return lineFacts(line)
    .filter(({ label }) => label !== WEARER_LABEL)
    .map(({ label, text }) => agreedChoiceLine({ group: label, choice: text }, components));
}
