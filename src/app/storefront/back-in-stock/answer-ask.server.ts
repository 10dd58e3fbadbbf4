import type { AppDeps } from "#app/web/context.ts";
import { isTrapped } from "#features/inbox/form-trap.ts";
import { askBackInStock } from "#features/inventory/ask-back-in-stock.server.ts";
import type { AskProblems, TypedAsk } from "#features/inventory/back-in-stock-input.ts";
import { askProblems, typedAsk } from "#features/inventory/back-in-stock-input.ts";

/** What the page says to the form: it is kept, what is wrong with it, or why it was not kept. */
export type AskAnswer =
  | { status: "asked" }
  | { status: "there" }
  | { status: "invalid"; problems: AskProblems; typed: TypedAsk }
  | { status: "failed"; reason: string; typed: TypedAsk };

type Deps = Pick<AppDeps, "db" | "clock" | "logger">;

const OFTEN = "This address has asked very often. Please try again in an hour, or write to us.";
const LATER = "We could not keep this. Please try again in a minute.";

/** Takes the form in: what comes back is always an answer in words and never an exception. */
export async function answerAsk(
  deps: Deps,
  productId: string,
  form: FormData,
): Promise<{ answer: AskAnswer; status: number }> {
  // A program is told what it hopes to hear, and nothing is kept.
  if (isTrapped(form)) return { answer: { status: "asked" }, status: 200 };
  const typed = typedAsk(form);
  const problems = askProblems(typed);
  if (Object.keys(problems).length > 0) {
    return { answer: { status: "invalid", problems, typed }, status: 422 };
  }
  try {
    const kept = await askBackInStock(deps, { productId, ...typed });
    if (kept.ok) return { answer: { status: "asked" }, status: 200 };
    if (kept.error === "there") return { answer: { status: "there" }, status: 410 };
    return { answer: { status: "failed", reason: OFTEN, typed }, status: 429 };
  } catch (error) {
    deps.logger.error({ err: error, productId }, "stock: a request was not kept");
    return { answer: { status: "failed", reason: LATER, typed }, status: 503 };
  }
}
