/** Why pieces came or went. */
export type MovementKind = "opening" | "received" | "sold" | "returned" | "corrected";

const kinds: Record<MovementKind, string> = {
  opening: "Opening count",
  received: "Received",
  sold: "Sold",
  returned: "Returned",
  corrected: "Corrected",
};

/** A movement's kind as the owner reads it. */
export function movementWord(kind: MovementKind): string {
  return kinds[kind];
}

/** What the log called the change of the product that a movement came with (docs/decisions/0017). */
const changes: Record<string, string> = {
  created: "Product created",
  changed: "Product changed",
  restored: "Product restored",
};

/** A movement's note as the owner reads it. */
export function movementNoteLabel(note: string): string {
  return changes[note] ?? note;
}

/** Signed pieces with a true minus: "+5", "−2". */
export function formatSignedQuantity(pieces: number): string {
  return pieces < 0
    ? `−${Math.abs(pieces).toLocaleString("en-US")}`
    : `+${pieces.toLocaleString("en-US")}`;
}

/** "1 piece", "12 pieces". */
export function quantityLabel(pieces: number): string {
  return pieces === 1 ? "1 piece" : `${pieces.toLocaleString("en-US")} pieces`;
}

/** A combination as the owner reads it: "Kaieteur Gown, M, Red". */
export function variantLabel(of: { name: string; size: string; colorName: string }): string {
  return [of.name, of.size, of.colorName].filter(Boolean).join(", ");
}
