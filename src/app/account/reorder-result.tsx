import { Link } from "react-router";
import type { CartLine } from "#features/cart/cart.ts";
import { Notice } from "#ui/notice.tsx";

/** What ordering again came to: lines for the cart, and in words what is not as it was. */
export type ReorderResult = {
  lines: readonly Omit<CartLine, "cartItemId">[];
  notes: readonly string[];
};

/** Says what of the order could not go into the cart as it was; without script, the way to each piece. */
export function ReorderNotice({ answer, inCart }: { answer: ReorderResult; inCart: boolean }) {
  const { lines, notes } = answer;
  if (inCart && notes.length === 0) return null;
  return (
    <Notice
      kind={lines.length === 0 ? "warning" : "info"}
      live
      title={lines.length === 0 ? "Nothing of this order can be bought now" : "Ordering again"}
      className="mb-10"
    >
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {!inCart && lines.length > 0 && (
        <ul className="mt-2">
          {lines.map((line) => (
            <li key={`${line.id} ${line.size} ${line.color ?? ""}`}>
              <Link to={`/product/${line.id}`} className="link inline-block py-1">
                {line.name}, size {line.size}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
