import { hasReadings } from "#app/components/measuring/reading-texts.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { mergeWaitingFeedback } from "#features/garments/alterations/fit-feedback.server.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import {
  changeSpecification,
  createSpecification,
} from "#features/garments/specification/create-specification.server.ts";
import { isOfferedToMeasure } from "#features/garments/specification/custom-size.ts";
import { choiceField } from "#features/garments/specification/fit-draft.ts";
import { findOwnChoice } from "#features/garments/specification/specification-queries.server.ts";
import { fitForm, measureFromTexts } from "./fit-form.server.ts";

/**
 * `specification` is the reference of what was stored. Only a browser without JavaScript gets what it `entered` back, to show it
 * again.
 */
export type FitResult = FormResult & {
  specification?: string;
  entered?: Readonly<Record<string, string>>;
};

type Deps = Pick<AppDeps, "db" | "clock" | "logger" | "measurementBox">;

/** `network`: of the sender. */
type Input = {
  actor: Actor;
  network: string;
  productId: string;
  submitted: Readonly<Record<string, unknown>>;
};

const NOT_OFFERED =
  "We cannot make this piece to measure at the moment. All you entered is stored in this browser.";
const NOT_OFFERED_PLAIN = "We cannot make this piece to measure at the moment.";
const TOO_MANY =
  "So much was saved from your connection today that we can only save this for an account. All you entered is stored in this browser: please sign in with a confirmed account, then add it again, or write to us.";
const LATER =
  "We could not save this. All you entered is stored in this browser: please try again in a minute.";

export type FitOutcome = { result: FitResult; status: number };

const refused = (error: Record<string, string[]>, status: number): FitOutcome => ({
  result: { status: "error", error },
  status,
});

/** Returns every refusal at its field, or at "" for the whole form. What the customer reported as a guest counts from here on. */
async function outcomeOf(
  deps: Deps,
  { actor, productId }: Pick<Input, "actor" | "productId">,
  store: () => ReturnType<typeof createSpecification>,
): Promise<FitOutcome> {
  try {
    await mergeWaitingFeedback(deps, { actor });
    const stored = await store();
    if (stored.ok) {
      const { specification } = stored.value;
      return { result: { status: "success", specification }, status: 200 };
    }
    const { error } = stored;
    if (error.code === "not_offered") return refused({ "": [NOT_OFFERED] }, 410);
    if (error.code === "too_many") return refused({ "": [TOO_MANY] }, 429);
    return refused(error.errors, 422);
  } catch (error) {
    // A database error names the values of its statement, so only its kind is logged.
    const kind = error instanceof Error ? error.name : "unknown";
    deps.logger.error({ kind, productId }, "atelier: a fit specification was not stored");
    return refused({ "": [LATER] }, 503);
  }
}

export const submitFit = (deps: Deps, input: Input): Promise<FitOutcome> =>
  outcomeOf(deps, input, () => createSpecification(deps, input));

const LINE_GONE =
  "We do not know any more what you chose for this piece. Please choose and measure again.";

/** What a browser without JavaScript chose for a line of its cart, to change it; it never gets the measurements. */
export async function beginPlainChange(
  deps: Deps,
  { actor, line }: { actor: Actor; line: string },
): Promise<FitOutcome> {
  const before = await findOwnChoice(deps, { actor, specification: line });
  if (!before) return refused({ "": [LINE_GONE] }, 410);
  const { choices, fit, monogram, remarks } = before;
  const chosen = Object.entries(choices).map(([group, choice]) => [choiceField(group), choice]);
  const entered = { line, fit, monogram, remarks, ...Object.fromEntries(chosen) };
  return { result: { entered }, status: 200 };
}

/**
 * The same from a browser without JavaScript, whose form has one text for each reading. To change a line, no text at all keeps
 * the measurements that the line has.
 */
export async function submitPlainFit(
  deps: Deps,
  {
    actor,
    entered,
    network,
    productId,
  }: Omit<Input, "submitted"> & { entered: Record<string, string> },
): Promise<FitOutcome> {
  const terms = await findTermsOfProduct(deps.db, productId);
  if (!isOfferedToMeasure(terms)) return refused({ "": [NOT_OFFERED_PLAIN] }, 410);
  const form = fitForm.parse(entered);
  const { problems, submitted } = measureFromTexts(form, terms, deps.clock.now());
  const { line } = form;
  if (line && !hasReadings(form.readings)) {
    const changed = { ...submitted, profile: null };
    const outcome = await outcomeOf(deps, { actor, productId }, () =>
      changeSpecification(deps, {
        actor,
        network,
        productId,
        specification: line,
        submitted: changed,
      }),
    );
    return { ...outcome, result: { ...outcome.result, entered } };
  }
  const outcome =
    Object.keys(problems).length > 0
      ? refused({ ...problems }, 422)
      : await submitFit(deps, { actor, network, productId, submitted });
  return { ...outcome, result: { ...outcome.result, entered } };
}
