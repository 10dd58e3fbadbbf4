import type { AdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";
import type { Shipment } from "#features/orders/shipment-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { DocumentLink } from "./document-links.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderAction, OrderActionRefusal } from "./order-actions.ts";
import { refusalOf } from "./order-actions.ts";
import { OrderSection } from "./order-section.tsx";
import { QuantityFields } from "./quantity-fields.tsx";
import { TrackingFields } from "./tracking-fields.tsx";
import { UndoStepDisclosure } from "./undo-step-disclosure.tsx";

type Props = {
  desk: AdminOrder;
  /** The press of the button to come: one press is one parcel. */
  idempotencyKey: string;
  asked: OrderAction | null;
  refusal: OrderActionRefusal | undefined;
};

/** What has left, and the next parcel. */
export function ShipmentSection({ desk, idempotencyKey, asked, refusal }: Props) {
  const { lineStates, order, parcels } = desk;
  const left = (line: { id: string }) => lineStates[line.id]?.left ?? 0;
  const refused = refusalOf(refusal, "ship");
  const canShip = order.status === "completed" && order.lines.some((line) => left(line) > 0);
  if (parcels.length === 0 && !canShip) return null;
  return (
    <OrderSection id="parcels" title="Parcels">
      {parcels.length > 0 && (
        <ol className="divide-y divide-line">
          {parcels.map((parcel, place) => (
            <li key={parcel.id} className="pb-5 not-first:pt-5">
              <ParcelEntry parcel={parcel} place={place + 1} desk={desk} refusal={refusal} />
            </li>
          ))}
        </ol>
      )}
      {canShip && (
        <OrderActionDisclosure
          id="ship"
          title={parcels.length === 0 ? "Send a parcel" : "Send another parcel"}
          submit="Send the parcel and tell the customer"
          intent="ship"
          isAsked={asked === "ship"}
          refusal={refused}
          look="primary"
        >
          <input type="hidden" name="key" value={refused?.typed.key ?? idempotencyKey} />
          <QuantityFields
            legend="What lies in it?"
            lines={order.lines}
            most={left}
            chosen={left}
            typed={refused?.typed}
            error={refused?.errors.pieces}
          />
          <TrackingFields values={null} refusal={refused} />
        </OrderActionDisclosure>
      )}
    </OrderSection>
  );
}

type EntryProps = {
  parcel: Shipment;
  place: number;
  desk: AdminOrder;
  refusal: OrderActionRefusal | undefined;
};

function ParcelEntry({ parcel, place, desk, refusal }: EntryProps) {
  const { carrier, deliveredAt, id, pieces, shippedAt, trackingNumber, trackingUrl } = parcel;
  const name = `Parcel ${place}`;
  const tracking = refusalOf(refusal, "track", id);
  const delivery = refusalOf(refusal, "deliver", id);
  return (
    <div className="space-y-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-medium">{name}</h3>
        {deliveredAt ? (
          <Badge kind="success">Delivered {formatDay(deliveredAt)}</Badge>
        ) : (
          <Badge kind="warning">On its way since {formatDay(shippedAt)}</Badge>
        )}
      </div>
      <p className="figures wrap-anywhere text-ink-soft">
        {carrier}
        {trackingNumber && (
          <>
            {", "}
            {/^https?:\/\//.test(trackingUrl) ? (
              <a href={trackingUrl} target="_blank" rel="noreferrer" className="link">
                {trackingNumber}
              </a>
            ) : (
              trackingNumber
            )}
          </>
        )}
      </p>
      <ul className="text-ink-soft">
        {pieces.map(({ itemId, quantity }) => {
          const line = desk.order.lines.find((each) => each.id === itemId);
          return line && <li key={itemId}>{`${quantity} × ${line.productName}, ${line.size}`}</li>;
        })}
      </ul>
      <DocumentLink to={`/admin/orders/${desk.order.id}/packing-slip.pdf?parcel=${id}`}>
        Packing slip
      </DocumentLink>
      <div className="flex flex-wrap gap-3">
        {!deliveredAt && (
          <OrderActionDisclosure
            id={`deliver-${id}`}
            title="Mark as delivered"
            submit="Mark as delivered and tell the customer"
            intent="deliver"
            target={id}
            about={name}
            refusal={delivery}
          >
            <Field
              label="Day it arrived"
              hint="The customer's 30 days for returns begin then. Leave it empty for today."
              error={delivery?.errors.day}
              optional
            >
              <Input
                type="date"
                name="day"
                defaultValue={delivery?.typed.day}
                className="sm:w-52"
              />
            </Field>
          </OrderActionDisclosure>
        )}
        <OrderActionDisclosure
          id={`track-${id}`}
          title="Correct the tracking"
          submit="Save the tracking"
          intent="track"
          target={id}
          about={name}
          refusal={tracking}
        >
          <input type="hidden" name="seen" value={parcel.updatedAt.toISOString()} />
          <TrackingFields values={parcel} refusal={tracking} />
        </OrderActionDisclosure>
        <UndoStepDisclosure parcel={parcel} about={name} desk={desk} refusal={refusal} />
      </div>
    </div>
  );
}
