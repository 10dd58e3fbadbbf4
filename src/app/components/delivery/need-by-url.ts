import type { Destination } from "#core/delivery-address.ts";
import { destinationCode } from "#core/delivery-address.ts";
import { isId } from "#core/ids.ts";

/** A made-to-measure line of the cart. */
export type MeasuredLine = { specification: string; quantity: number };

const MAX_LINES = 50;

/** The page that answers for a day of arrival. `isSimple`: it leads back to the cart without JavaScript. */
export function needByPath(
  lines: readonly MeasuredLine[],
  destination: Destination,
  isSimple = false,
): string {
  const query = new URLSearchParams({ to: destinationCode(destination) });
  for (const line of lines) query.append("line", lineCode(line));
  if (isSimple) query.set("from", "cart");
  return `/checkout/need-by?${query}`;
}

export const lineCode = ({ quantity, specification }: MeasuredLine) =>
  `${specification}*${quantity}`;

/** Unreadable lines are left out. */
export function readLineCodes(codes: readonly string[]): MeasuredLine[] {
  return codes.slice(0, MAX_LINES).flatMap((code) => {
    const [specification = "", count = ""] = code.split("*");
    const quantity = Number(count);
    if (!isId(specification) || !Number.isInteger(quantity) || quantity < 1 || quantity > 99)
      return [];
    return [{ specification, quantity }];
  });
}
