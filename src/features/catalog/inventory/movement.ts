import { formatNumber } from "#core/format-number.ts";
import { formatMetres } from "#core/metres.ts";

/** What the ledger counts: items of a variant, millimetres of a cloth. */
export type StockUnit = "items" | "millimetres";

/** Only variants have an opening count and are sold; only cloth is cut. */
export type MovementKind = "opening" | "received" | "sold" | "cut" | "returned" | "corrected";

/** A row of the ledger as its pages show it. */
export type Movement = {
  id: string;
  kind: MovementKind;
  /** Signed, in the unit of what moved. */
  quantity: number;
  orderId: string | null;
  note: string;
  /** The name at that time; "" for the shop itself. */
  actorName: string;
  createdAt: Date;
};

const labels: Record<MovementKind, string> = {
  opening: "Opening count",
  received: "Received",
  sold: "Sold",
  cut: "Cut for an order",
  returned: "Returned",
  corrected: "Corrected",
};

/** Cloth has words of its own for what it shares with items. */
const clothLabels: Partial<Record<MovementKind, string>> = {
  returned: "Put back",
  corrected: "Counted",
};

/** "Received". */
export function movementLabel(kind: MovementKind, unit: StockUnit): string {
  return (unit === "millimetres" ? clothLabels[kind] : undefined) ?? labels[kind];
}

/** Log actions that cause movements of items (ADR 0017). */
const changes: Record<string, string> = {
  created: "Product created",
  changed: "Product changed",
  restored: "Product restored",
};

/** Why something moved. */
export function movementNoteLabel(note: string, unit: StockUnit): string {
  return unit === "items" ? (changes[note] ?? note) : note;
}

/** Uses a true minus: "+5", "−2", "+5 m", "−2.2 m". */
export function formatMovement(quantity: number, unit: StockUnit): string {
  const amount = Math.abs(quantity);
  return `${quantity < 0 ? "−" : "+"}${unit === "items" ? formatNumber(amount) : formatMetres(amount)}`;
}

/** What arrived, or a count with the stock that was known before the counting began. */
type Entry = { intent: "receive" | "count"; quantity: number; known?: number | undefined };

/**
 * By how much an entry changes what is in stock. A count with what was known applies only the difference to it, so that what left
 * the stock meanwhile stays gone.
 */
export function changeOfEntry({ intent, known, quantity }: Entry, inStock: number): number {
  return intent === "receive" ? quantity : quantity - (known ?? inStock);
}
