import { data } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { StockRefusal } from "#features/inventory/change-stock.server.ts";
import {
  correctCount,
  receiveStock,
  saveLowStock,
} from "#features/inventory/change-stock.server.ts";
import { quantityLabel, variantLabel } from "#features/inventory/movement-messages.ts";
import type { EntryProblems, SubmittedStockEntry } from "#features/inventory/stock-entry.ts";
import { entryProblems, stockEntry } from "#features/inventory/stock-entry.ts";

/** What the page says to an entry; `turn` differs from answer to answer, so that the next one begins anew. */
export type StockFormResult = {
  turn: string;
  /** What was done, or null. */
  done: string | null;
  typed: SubmittedStockEntry;
  problems: EntryProblems;
  /** What is wrong with the threshold, or null. */
  threshold: string | null;
};

type Deps = Pick<AppDeps, "db" | "content" | "jobs">;

const nothing: SubmittedStockEntry = { sku: "", pieces: "", note: "" };

const refusals: Readonly<Record<StockRefusal, EntryProblems>> = {
  not_found: { sku: "No product has this SKU." },
  not_counted: {
    sku: "This is made to order and not counted. Its product form can begin to count it.",
  },
  held: { pieces: "Fewer than are held for shoppers who are paying right now." },
  unchanged: { pieces: "So many are counted already." },
};

const NO_THRESHOLD = "Type a whole number from 0 to 100,000.";

/** Does what a form of the stock pages asks for and says what became of it; nothing typed is lost. */
export async function handleStockForm(request: Request, deps: Deps, actor: Actor) {
  const form = await request.formData().catch(() => new FormData());
  const turn = crypto.randomUUID();
  const fresh: StockFormResult = {
    turn,
    done: null,
    typed: nothing,
    problems: {},
    threshold: null,
  };
  if (form.get("intent") === "low-stock") return answerThreshold(form, deps, actor, fresh);
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const typed: SubmittedStockEntry = {
    sku: fieldText(form, "sku"),
    pieces: fieldText(form, "pieces"),
    note: fieldText(form, "note"),
  };
  const read = stockEntry.safeParse(fields);
  if (!read.success) {
    const problems = entryProblems(read.error);
    return data({ ...fresh, typed, problems }, { status: 422 });
  }
  const entry = { actor, ...read.data };
  const isReceived = entry.intent === "receive";
  const changed = await (isReceived ? receiveStock(deps, entry) : correctCount(deps, entry));
  if (!changed.ok) {
    if (changed.error === "forbidden") return refuse();
    return data({ ...fresh, typed, problems: refusals[changed.error] }, { status: 422 });
  }
  const there = `${quantityLabel(changed.value.onShelf)} on the shelf`;
  const name = variantLabel(changed.value);
  const done = isReceived
    ? `${name}: ${quantityLabel(entry.pieces)} received, ${there}.`
    : `${name}: ${there}.`;
  return data({ ...fresh, done }, { status: 200 });
}

async function answerThreshold(form: FormData, deps: Deps, actor: Actor, fresh: StockFormResult) {
  const text = fieldText(form, "lowStock").trim();
  const lowStock = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  const saved = await saveLowStock(deps, { actor, lowStock });
  if (saved.ok) {
    const done = `From now on ${quantityLabel(lowStock)} or fewer is low.`;
    return data({ ...fresh, done }, { status: 200 });
  }
  if (saved.error === "forbidden") return refuse();
  return data({ ...fresh, threshold: NO_THRESHOLD }, { status: 422 });
}
