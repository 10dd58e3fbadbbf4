import { redirectPagePost } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { fieldErrorsOf, parseForm, rejectForm } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { StockRefusal } from "#features/catalog/inventory/change-stock.server.ts";
import {
  correctCount,
  receiveStock,
  saveLowStock,
} from "#features/catalog/inventory/change-stock.server.ts";
import type { StockEntry } from "#features/catalog/inventory/stock-entry.ts";
import { quantityLabel, stockForm, variantLabel } from "#features/catalog/inventory/stock-entry.ts";
/** `done` is the message of an accepted form. */
export type StockFormResult = FormResult & { done?: string };

type Deps = Pick<AppDeps, "db" | "content" | "jobs" | "publicUrl" | "secretBox">;

const refusals: Readonly<Record<StockRefusal, Record<string, string>>> = {
  not_found: { sku: "No product has this SKU." },
  not_counted: {
    sku: "This is made to order and not counted. Its product form can begin to count it.",
  },
  held: { quantity: "Fewer than are held for shoppers who are paying right now." },
  unchanged: { quantity: "So many are counted already." },
};

/** Handles stock entries and the low-stock limit. */
export async function handleStockForm(request: Request, deps: Deps, actor: Actor) {
  const submission = await parseForm(request, stockForm);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  const accept = (done: string): StockFormResult => {
    redirectPagePost(request, deps, { notice: { kind: "success", title: done } });
    return { ...submission.reply({ resetForm: true }), done };
  };
  if (value.intent === "low-stock") {
    const saved = await saveLowStock(deps, { actor, lowStock: value.lowStock });
    if (saved.ok) return accept(`From now on ${quantityLabel(value.lowStock)} or fewer is low.`);
    return saved.error === "forbidden" ? refuse() : rejectForm(submission);
  }
  const changed = await saveEntry(deps, actor, value);
  if (changed.ok) return accept(changed.value);
  if (changed.error === "forbidden") return refuse();
  return rejectForm(submission, { fieldErrors: fieldErrorsOf(refusals[changed.error]) });
}

async function saveEntry(deps: Deps, actor: Actor, entry: StockEntry) {
  const isReceived = entry.intent === "receive";
  const changed = await (isReceived
    ? receiveStock(deps, { actor, ...entry })
    : correctCount(deps, { actor, ...entry }));
  if (!changed.ok) return changed;
  const name = variantLabel(changed.value);
  const count = `${quantityLabel(changed.value.inStock)} on the shelf`;
  const received = isReceived ? `${quantityLabel(entry.quantity)} received, ` : "";
  return ok(`${name}: ${received}${count}.`);
}
