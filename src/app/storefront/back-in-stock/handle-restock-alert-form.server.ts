import type { AppDeps } from "#app/web/context.ts";
import { isTrapped } from "#features/inbox/form-trap.ts";
import type {
  RestockAlertErrors,
  SubmittedRestockAlert,
} from "#features/inventory/restock-alert-input.ts";
import {
  submittedRestockAlert,
  validateRestockAlert,
} from "#features/inventory/restock-alert-input.ts";
import { subscribeRestockAlert } from "#features/inventory/restock-alerts.server.ts";

/** What the page says to the form: it is kept, what is wrong with it, or why it was not kept. */
export type RestockAlertFormResult =
  | { status: "asked" }
  | { status: "there" }
  | { status: "invalid"; problems: RestockAlertErrors; typed: SubmittedRestockAlert }
  | { status: "failed"; reason: string; typed: SubmittedRestockAlert };

type Deps = Pick<AppDeps, "db" | "clock" | "logger">;

const OFTEN = "This address has asked very often. Please try again in an hour, or write to us.";
const LATER = "We could not keep this. Please try again in a minute.";

/** Takes the form in: what comes back is always an answer in words and never an exception. */
export async function handleRestockAlertForm(
  deps: Deps,
  productId: string,
  form: FormData,
): Promise<{ answer: RestockAlertFormResult; status: number }> {
  // A program is told what it hopes to hear, and nothing is kept.
  if (isTrapped(form)) return { answer: { status: "asked" }, status: 200 };
  const typed = submittedRestockAlert(form);
  const problems = validateRestockAlert(typed);
  if (Object.keys(problems).length > 0) {
    return { answer: { status: "invalid", problems, typed }, status: 422 };
  }
  try {
    const kept = await subscribeRestockAlert(deps, { productId, ...typed });
    if (kept.ok) return { answer: { status: "asked" }, status: 200 };
    if (kept.error === "there") return { answer: { status: "there" }, status: 410 };
    return { answer: { status: "failed", reason: OFTEN, typed }, status: 429 };
  } catch (error) {
    deps.logger.error({ err: error, productId }, "stock: a request was not kept");
    return { answer: { status: "failed", reason: LATER, typed }, status: 503 };
  }
}
