import { Link } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { garmentName } from "#features/garments/garment/garment.ts";
import {
  linesToShip,
  listUnfinished,
  progressText,
  shippableQuantity,
} from "#features/garments/garment/shippable.ts";
import { itemText } from "#features/orders/order/line-description.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { DocumentLink } from "./document-links.tsx";
import type { OrderGarments } from "./garment-section.tsx";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderAction } from "./order-actions.ts";
import { resultOf } from "./order-actions.ts";
import { QuantityFields, quantitiesOf } from "./quantity-fields.tsx";
import { TrackingFields } from "./tracking-fields.tsx";
import { UndoStepDisclosure } from "./undo-step-disclosure.tsx";

type Props = {
  adminOrder: AdminOrder;
  garments: OrderGarments["garments"];
  /** One click creates one shipment. */
  idempotencyKey: string;
  openAction: OrderAction | null;
  result: FormResult | undefined;
};

/** The shipments of an order; a new one offers what is left and, of what is made to measure, finished. */
export function ShipmentSection(props: Props) {
  const { adminOrder, garments, idempotencyKey, openAction, result } = props;
  const { lineStates, order, shipments } = adminOrder;
  const leftOf = (id: string) => lineStates[id]?.left ?? 0;
  const max = ({ id }: { id: string }) => shippableQuantity({ id, left: leftOf(id) }, garments);
  const toShip = linesToShip(order.lines, garments, ({ id }) => leftOf(id));
  const isOpen = order.status === "completed" && toShip.length > 0;
  const canShip = isOpen && order.lines.some((line) => max(line) > 0);
  if (shipments.length === 0 && !isOpen) return null;
  const lineIds = toShip.map(({ id }) => id);
  const unfinished = isOpen ? listUnfinished(garments, lineIds) : [];
  const refusal = canShip ? undefined : resultOf(result, "ship", "")?.error?.[""];
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
      {refusal && (
        <Notice kind="error" live>
          {refusal.join(" ")}
        </Notice>
      )}
      {unfinished.length > 0 && <UnfinishedList garments={unfinished} />}
      {canShip && (
        <OrderActionDisclosure
          id="ship"
          title={shipments.length === 0 ? "Send a parcel" : "Send another parcel"}
          submit="Send the parcel and tell the customer"
          intent="ship"
          isOpen={openAction === "ship"}
          result={result}
          defaultValue={{ key: idempotencyKey, items: quantitiesOf(order.lines, max) }}
          look="primary"
        >
          {(fields) => (
            <>
              <HiddenField field={fields.key} />
              <QuantityFields
                field={fields.items}
                legend="What is in it?"
                lines={order.lines}
                max={max}
              />
              <TrackingFields fields={fields} />
            </>
          )}
        </OrderActionDisclosure>
      )}
    </OrderSection>
  );
}

/** What cannot leave yet, and who works on it. */
function UnfinishedList({ garments }: { garments: OrderGarments["garments"] }) {
  return (
    <Notice kind="info" title="Not finished, so it cannot leave yet">
      <ul>
        {garments.map((garment) => (
          <li key={garment.id}>
            <Link
              to={`/admin/atelier/production/${garment.id}`}
              className="link inline-block py-2.5"
            >
              {garmentName(garment)}
            </Link>
            : {progressText(garment)}
          </li>
        ))}
      </ul>
    </Notice>
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
          return line && <li key={itemId}>{itemText(line, quantity)}</li>;
        })}
        {shipment.remade.map(({ itemId, quantity }) => {
          const line = adminOrder.order.lines.find((each) => each.id === itemId);
          return line && <li key={itemId}>{`${itemText(line, quantity)}, made again`}</li>;
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
