import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { createSpecification } from "#features/atelier/specification/create-specification.server.ts";
import type { Actor } from "#features/identity/actor.ts";

/** `specification` is the reference of what was stored. Nothing of the measurements goes back. */
export type FitResult = FormResult & { specification?: string };

type Deps = Pick<AppDeps, "db" | "clock" | "logger" | "measurementBox">;

type Input = { actor: Actor; productId: string; request: Request };

const NOT_OFFERED =
  "We cannot make this piece to measure at the moment. All you entered is stored in this browser.";
const LATER =
  "We could not save this. All you entered is stored in this browser: please try again in a minute.";

const refused = (error: Record<string, string[]>, status: number) => ({
  result: { status: "error" as const, error } satisfies FitResult,
  status,
});

/** Returns every refusal at its field, or at "" for the whole form. */
export async function submitFit(
  deps: Deps,
  { actor, productId, request }: Input,
): Promise<{ result: FitResult; status: number }> {
  const submitted = Object.fromEntries(await readFlatFormData(request));
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
