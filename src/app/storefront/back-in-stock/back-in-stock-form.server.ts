import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm } from "#app/web/form.server.ts";
import {
  restockAlertSchema,
  subscribeRestockAlert,
} from "#features/catalog/inventory/restock-alerts.server.ts";
import { isTrapped } from "#features/office/inbox/form-trap.ts";
/** `isAvailable` when the size can be ordered by now. */
export type RestockAlertFormResult = FormResult & { isAvailable?: true };

type Deps = Pick<AppDeps, "db" | "clock" | "logger">;

const OFTEN =
  "There were too many requests for this address. Please try again in an hour, or write to us.";
const LATER = "We could not save your request. Please try again in a minute.";
const AVAILABLE = "That size is available again. These sizes are still sold out.";

/** `network`: of the sender. Returns every failure as a result; does not throw. */
export async function handleRestockAlertForm(
  deps: Deps,
  { form, network, productId }: { productId: string; form: FormData; network: string },
): Promise<{ result: RestockAlertFormResult; status: number }> {
  const subscribed = { result: { status: "success" as const }, status: 200 };
  // A bot gets the same result as a person; nothing is stored.
  if (isTrapped(form)) return subscribed;
  const submission = await parseForm(form, restockAlertSchema);
  if (submission.status !== "success") return { result: submission.reply(), status: 422 };
  const reject = (message: string) => submission.reply({ formErrors: [message] });
  try {
    const outcome = await subscribeRestockAlert(deps, {
      productId,
      network,
      ...submission.value,
    });
    if (outcome.ok) return subscribed;
    if (outcome.error === "too_many") return { result: reject(OFTEN), status: 429 };
    return { result: { ...reject(AVAILABLE), isAvailable: true }, status: 410 };
  } catch (error) {
    deps.logger.error({ err: error, productId }, "stock: a restock alert was not stored");
    return { result: reject(LATER), status: 503 };
  }
}
