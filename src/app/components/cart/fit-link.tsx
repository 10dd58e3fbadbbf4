import { Link } from "react-router";
import { fitPagePath } from "#app/components/product/product-url.ts";
import type { CartLine } from "#features/sales/cart/cart.ts";
import type { CartChange } from "#features/sales/checkout/cart-change.ts";

/** The page that measures the line and changes it in its place. */
function fitLinePath(line: CartLine): string {
  const { cartItemId, color, colorName = "", id, specification } = line;
  const path = fitPagePath(id, color ? { hex: color, name: colorName } : null);
  const query = new URLSearchParams({ line: specification ?? cartItemId });
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

const labelOf = ({ kind }: CartChange) =>
  kind === "needs_measurements" ? "Give your measurements" : "Choose again";

type Props = {
  line: CartLine;
  /** With its wearer. */
  name: string;
  /** What keeps the line from being bought; null to change it as it is. */
  change: CartChange | null;
  onLeave?: (() => void) | undefined;
};

/** The link names its piece for screen readers, because a cart may have several. */
export function FitLink({ line, name, change, onLeave }: Props) {
  return (
    <Link
      to={fitLinePath(line)}
      {...(onLeave && { onClick: onLeave })}
      className="link self-start py-1 text-sm"
    >
      {change ? labelOf(change) : "Change measurements and options"}
      <span className="sr-only">: {name}</span>
    </Link>
  );
}
