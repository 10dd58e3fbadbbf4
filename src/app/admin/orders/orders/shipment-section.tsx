import { OrderSection } from "#app/components/admin/order-section.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Input } from "#ui/field.tsx";
import { DocumentLink } from "./document-links.tsx";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderAction } from "./order-actions.ts";
import { QuantityFields, quantitiesOf } from "./quantity-fields.tsx";
import { TrackingFields } from "./tracking-fields.tsx";
import { UndoStepDisclosure } from "./undo-step-disclosure.tsx";

type Props = {
  adminOrder: AdminOrder;
  /** One click creates one shipment. */
  idempotencyKey: string;
  openAction: OrderAction | null;
  result: FormResult | undefined;
};

export function ShipmentSection({ adminOrder, idempotencyKey, openAction, result }: Props) {
  const { lineStates, order, shipments } = adminOrder;
  const left = (line: { id: string }) => lineStates[line.id]?.left ?? 0;
  const canShip = order.status === "completed" && order.lines.some((line) => left(line) > 0);
  if (shipments.length === 0 && !canShip) return null;
  return (
    <OrderSection id="parcels" title="Parcels">
      {shipments.length > 0 && (
        <ol className="divide-y divide-line">
          {shipments.map((shipment, index) => (
            <li key={shipment.id} className="pb-5 not-first:pt-5">
              <ShipmentEntry
                shipment={shipment}
                index={index + 1}
                adminOrder={adminOrder}
                result={result}
              />
            </li>
          ))}
        </ol>
      )}
      {canShip && (
        <OrderActionDisclosure
          id="ship"
          title={shipments.length === 0 ? "Send a parcel" : "Send another parcel"}
          submit="Send the parcel and tell the customer"
          intent="ship"
          isOpen={openAction === "ship"}
          result={result}
          defaultValue={{ key: idempotencyKey, items: quantitiesOf(order.lines, left) }}
          look="primary"
        >
          {(fields) => (
            <>
              <HiddenField field={fields.key} />
              <QuantityFields
                field={fields.items}
                legend="What is in it?"
                lines={order.lines}
                max={left}
              />
              <TrackingFields fields={fields} />
            </>
          )}
        </OrderActionDisclosure>
      )}
    </OrderSection>
  );
}

type EntryProps = {
  shipment: Shipment;
  index: number;
  adminOrder: AdminOrder;
  result: FormResult | undefined;
};

function ShipmentEntry({ shipment, index, adminOrder, result }: EntryProps) {
  const { carrier, deliveredAt, id, shippedAt, trackingNumber, trackingUrl } = shipment;
  const name = `Parcel ${index}`;
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
        {shipment.items.map(({ itemId, quantity }) => {
          const line = adminOrder.order.lines.find((each) => each.id === itemId);
          return line && <li key={itemId}>{`${quantity} × ${line.productName}, ${line.size}`}</li>;
        })}
      </ul>
      <DocumentLink to={`/admin/orders/${adminOrder.order.id}/packing-slip.pdf?parcel=${id}`}>
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
            result={result}
          >
            {({ day }) => (
              <FormField
                field={day}
                label="Day it arrived"
                hint="The customer's days for returns begin then. Leave it empty for today."
                optional
              >
                <Input {...controlProps(day)} type="date" className="sm:w-52" />
              </FormField>
            )}
          </OrderActionDisclosure>
        )}
        <OrderActionDisclosure
          id={`track-${id}`}
          title="Correct the tracking"
          submit="Save the tracking"
          intent="track"
          target={id}
          about={name}
          result={result}
          defaultValue={{
            carrier,
            trackingNumber,
            trackingUrl,
            version: shipment.updatedAt.toISOString(),
          }}
        >
          {(fields) => (
            <>
              <HiddenField field={fields.version} />
              <TrackingFields fields={fields} />
            </>
          )}
        </OrderActionDisclosure>
        <UndoStepDisclosure
          shipment={shipment}
          about={name}
          adminOrder={adminOrder}
          result={result}
        />
      </div>
    </div>
  );
}
