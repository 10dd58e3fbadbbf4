import type { Parcel } from "#features/fulfillment/parcel-queries.server.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";
import type { OrderDesk } from "#features/orders/order-desk-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import type { DeskIntent, DeskRefusal } from "./desk-answer.ts";
import { refusalOf } from "./desk-answer.ts";
import { DeskFold } from "./desk-fold.tsx";
import { DeskSection } from "./desk-section.tsx";
import { PaperLink } from "./paper-links.tsx";
import { PieceChoice } from "./piece-choice.tsx";
import { TakeBackFold } from "./take-back-fold.tsx";
import { TrackingFields } from "./tracking-fields.tsx";

type Props = {
  desk: OrderDesk;
  /** The press of the button to come: one press is one parcel. */
  pressKey: string;
  asked: DeskIntent | null;
  refusal: DeskRefusal | undefined;
};

/** What has left, and the next parcel. */
export function ParcelSection({ desk, pressKey, asked, refusal }: Props) {
  const { lineStates, order, parcels } = desk;
  const left = (line: { id: string }) => lineStates[line.id]?.left ?? 0;
  const refused = refusalOf(refusal, "ship");
  const canShip = order.status === "completed" && order.lines.some((line) => left(line) > 0);
  if (parcels.length === 0 && !canShip) return null;
  return (
    <DeskSection id="parcels" title="Parcels">
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
        <DeskFold
          id="ship"
          title={parcels.length === 0 ? "Send a parcel" : "Send another parcel"}
          submit="Send the parcel and tell the customer"
          intent="ship"
          isAsked={asked === "ship"}
          refusal={refused}
          look="primary"
        >
          <input type="hidden" name="key" value={refused?.typed.key ?? pressKey} />
          <PieceChoice
            legend="What lies in it?"
            lines={order.lines}
            most={left}
            chosen={left}
            typed={refused?.typed}
            error={refused?.errors.pieces}
          />
          <TrackingFields values={null} refusal={refused} />
        </DeskFold>
      )}
    </DeskSection>
  );
}

type EntryProps = {
  parcel: Parcel;
  place: number;
  desk: OrderDesk;
  refusal: DeskRefusal | undefined;
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
      <PaperLink to={`/admin/orders/${desk.order.id}/packing-slip.pdf?parcel=${id}`}>
        Packing slip
      </PaperLink>
      <div className="flex flex-wrap gap-3">
        {!deliveredAt && (
          <DeskFold
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
          </DeskFold>
        )}
        <DeskFold
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
        </DeskFold>
        <TakeBackFold parcel={parcel} about={name} desk={desk} refusal={refusal} />
      </div>
    </div>
  );
}
