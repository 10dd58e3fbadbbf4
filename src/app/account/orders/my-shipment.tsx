import { formatDay } from "#core/georgetown-time.ts";
import { itemText } from "#features/orders/order/line-description.ts";
import { contentsOf } from "#features/orders/order/line-quantities.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";

type Props = { shipment: Shipment; lines: readonly OrderLine[] };

export function MyShipment({ shipment, lines }: Props) {
  const { carrier, deliveredAt, shippedAt, trackingNumber, trackingUrl } = shipment;
  return (
    <>
      <p className="wrap-anywhere">{[carrier, trackingNumber].filter(Boolean).join(", ")}</p>
      <p className="figures text-ink-soft">
        {deliveredAt ? `Delivered ${formatDay(deliveredAt)}` : `Sent ${formatDay(shippedAt)}`}
      </p>
      <ul className="text-ink-quiet">
        {contentsOf(shipment).map(({ itemId, quantity }) => {
          const line = lines.find(({ id }) => id === itemId);
          return line && <li key={itemId}>{itemText(line, quantity)}</li>;
        })}
      </ul>
      {/^https?:\/\//.test(trackingUrl) && !deliveredAt && (
        <a
          href={trackingUrl}
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center"
          aria-label={`Follow the parcel with ${carrier} ${trackingNumber}`}
        >
          Follow the parcel
        </a>
      )}
    </>
  );
}
