import { formatDay } from "#features/orders/georgetown-time.ts";
import type { MyOrder } from "#features/orders/my-order-queries.server.ts";
import type { OrderLine } from "#features/orders/order.ts";
import { returnStatusTone, returnStatusWord } from "#features/returns/return-progress.ts";
import { Badge } from "#ui/badge.tsx";

type Announced = MyOrder["announced"][number];
type Props = {
  announced: Announced;
  lines: readonly OrderLine[];
  /** The customer was told that its money had gone, and the bank sent it back. */
  cameBack: boolean;
};

/** What happens next, in the customer's words. */
function nextWords({ closedAt, receivedAt, status }: Announced, cameBack: boolean): string {
  switch (status) {
    case "announced":
      return "We wait for your parcel.";
    case "received":
      if (cameBack) return "Your bank sent the refund back to us. We give it to you again.";
      return `Received ${receivedAt ? formatDay(receivedAt) : ""}. We look at it and write to you.`;
    default:
      return closedAt ? formatDay(closedAt) : "";
  }
}

/** A return as its customer follows it: its number, what comes back, where it stands. */
export function MyReturn({ announced, lines, cameBack }: Props) {
  const { authorizationNumber, pieces, status } = announced;
  return (
    <>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
        {authorizationNumber}
        <Badge kind={returnStatusTone(status)}>{returnStatusWord(status)}</Badge>
      </p>
      <p className="figures text-ink-soft">{nextWords(announced, cameBack)}</p>
      <ul className="text-ink-quiet">
        {pieces.map(({ itemId, quantity, received }) => {
          const line = lines.find(({ id }) => id === itemId);
          const words = `${received ?? quantity} × ${line?.productName ?? ""}, ${line?.size ?? ""}`;
          return <li key={itemId}>{words}</li>;
        })}
      </ul>
    </>
  );
}
