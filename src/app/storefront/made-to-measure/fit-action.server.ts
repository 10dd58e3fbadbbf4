import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { findTermsOfProduct } from "#features/atelier/options/terms-queries.server.ts";
import { createSpecification } from "#features/atelier/specification/create-specification.server.ts";
import { isOfferedToMeasure } from "#features/atelier/specification/custom-size.ts";
import type { Actor } from "#features/identity/actor.ts";
import { readPlainFit } from "./plain-fit.server.ts";

/**
 * `specification` is the reference of what was stored. Only a browser without JavaScript gets what it `entered` back, to show it
 * again.
 */
export type FitResult = FormResult & {
  specification?: string;
  entered?: Readonly<Record<string, string>>;
};

type Deps = Pick<AppDeps, "db" | "clock" | "logger" | "measurementBox">;

type Input = { actor: Actor; productId: string; submitted: Readonly<Record<string, unknown>> };

const NOT_OFFERED =
  "We cannot make this piece to measure at the moment. All you entered is stored in this browser.";
const NOT_OFFERED_PLAIN = "We cannot make this piece to measure at the moment.";
const LATER =
  "We could not save this. All you entered is stored in this browser: please try again in a minute.";

type Outcome = { result: FitResult; status: number };

const refused = (error: Record<string, string[]>, status: number): Outcome => ({
  result: { status: "error", error },
  status,
});

/** Returns every refusal at its field, or at "" for the whole form. */
export async function submitFit(
  deps: Deps,
  { actor, productId, submitted }: Input,
): Promise<Outcome> {
  try {
    const stored = await createSpecification(deps, { actor, productId, submitted });
    if (stored.ok) {
      const { specification } = stored.value;
      return { result: { status: "success", specification }, status: 200 };
    }
    const { error } = stored;
    if (error.code === "not_offered") return refused({ "": [NOT_OFFERED] }, 410);
    return refused(error.errors, 422);
  } catch (error) {
    // A database error names the values of its statement, so only its kind is logged.
    const kind = error instanceof Error ? error.name : "unknown";
    deps.logger.error({ kind, productId }, "atelier: a fit specification was not stored");
    return refused({ "": [LATER] }, 503);
  }
}

/** The same from a browser without JavaScript, whose form has one text for each reading. */
export async function submitPlainFit(
  deps: Deps,
  { actor, productId, entered }: Omit<Input, "submitted"> & { entered: Record<string, string> },
): Promise<Outcome> {
  const terms = await findTermsOfProduct(deps.db, productId);
  if (!isOfferedToMeasure(terms)) return refused({ "": [NOT_OFFERED_PLAIN] }, 410);
  const { problems, submitted } = readPlainFit(entered, terms, deps.clock.now());
  const outcome =
    Object.keys(problems).length > 0
      ? refused({ ...problems }, 422)
      : await submitFit(deps, { actor, productId, submitted });
  return { ...outcome, result: { ...outcome.result, entered } };
}
