type Reading = {
  /** How many of the stored units one shown unit is: 100 for dollars. */
  scale: number;
  /** Whether the field may stay empty. */
  optional: boolean;
};

/** A number as it stands in its field; "" for none. */
export function numberText(value: number | null, scale: number): string {
  if (value === null || Number.isNaN(value)) return "";
  return (value / scale).toFixed(scale === 1 ? 0 : 2);
}

/** A number as it was typed, in stored units; null where an empty field means nothing, NaN for what is no number. */
export function readNumber(text: string, { scale, optional }: Reading): number | null {
  if (text.trim() === "") return optional ? null : Number.NaN;
  return Math.round(Number(text) * scale * 100) / 100;
}
