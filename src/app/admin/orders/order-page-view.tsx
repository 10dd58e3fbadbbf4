import type { CountryOption } from "#app/checkout/country-options.ts";
import { OrderAmounts } from "#app/components/orders/order-amounts.tsx";
import { OrderFacts } from "#app/components/orders/order-facts.tsx";
import { OrderLines } from "#app/components/orders/order-lines.tsx";
import {
  FulfillmentBadge,
  MadeToMeasureBadge,
  OrderStatusBadge,
} from "#app/components/orders/order-status-badge.tsx";
import { OrderTimeline } from "#app/components/orders/order-timeline.tsx";
import { customerPath } from "#features/customers/customer-filter.ts";
import type { AdminOrder } from "#features/orders/admin-order-queries.server.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { eventMessage } from "#features/orders/order-event-messages.ts";
import { Badge } from "#ui/badge.tsx";
import { DeliverySection } from "./delivery-section.tsx";
import { DocumentsSection } from "./document-links.tsx";
import { LineStateMessages } from "./line-state.tsx";
import { MailSection } from "./mail-section.tsx";
import { NoteSection } from "./note-section.tsx";
import type { OrderAction, OrderActionRefusal } from "./order-actions.ts";
import { OrderSection } from "./order-section.tsx";
import { PaymentSection } from "./payment-section.tsx";
import { ReturnSection } from "./return-section.tsx";
import { ShipmentSection } from "./shipment-section.tsx";

/** The order's day and how it stands, under its number. */
export function OrderPageLead({ desk }: { desk: AdminOrder }) {
  const { disputedAt, fulfillment, order } = desk;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
      <time dateTime={order.createdAt.toISOString()}>{formatMoment(order.createdAt)}</time>
      <OrderStatusBadge status={order.status} />
      {fulfillment && <FulfillmentBadge fulfillment={fulfillment} />}
      {order.madeToMeasure && <MadeToMeasureBadge />}
      {disputedAt && <Badge kind="error">Disputed</Badge>}
    </span>
  );
}

export type OrderPageViewProps = {
  desk: AdminOrder;
  idempotencyKey: string;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  asked: OrderAction | null;
  refusal: OrderActionRefusal | undefined;
};

/** An order on the owner's desk: what was bought and what is done with it at the left, whom it is about and its life at the right. */
export function OrderPageView({
  desk,
  idempotencyKey,
  countries,
  asked,
  refusal,
}: OrderPageViewProps) {
  const { colors, events, lineStates, order, paymentProvider, refunded } = desk;
  return (
    // A new press key is a new page: forms that are done fold up and forget what was typed.
    <div
      key={idempotencyKey}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="space-y-12">
        <section aria-label="What was bought">
          <OrderLines
            lines={order.lines}
            colors={colors}
            measuresNote="measures to be asked for"
            below={(line) => <LineStateMessages state={lineStates[line.id]} />}
          />
          <OrderAmounts
            totals={order.totals}
            shippingMethod={order.shippingMethod}
            refunded={refunded}
          />
        </section>
        <ShipmentSection
          desk={desk}
          idempotencyKey={idempotencyKey}
          asked={asked}
          refusal={refusal}
        />
        <ReturnSection desk={desk} idempotencyKey={idempotencyKey} refusal={refusal} />
        <PaymentSection
          desk={desk}
          idempotencyKey={idempotencyKey}
          asked={asked}
          refusal={refusal}
        />
        <MailSection mails={desk.mails} idempotencyKey={idempotencyKey} />
      </div>
      <div className="grid content-start gap-10 sm:grid-cols-2 xl:grid-cols-1">
        <OrderFacts
          order={order}
          paymentProvider={paymentProvider}
          customerPage={customerPath(order.customerEmail)}
        />
        <DeliverySection desk={desk} countries={countries} refusal={refusal} />
        <DocumentsSection desk={desk} />
        <NoteSection notes={desk.notes} refusal={refusal} />
        <OrderSection id="timeline" title="Timeline">
          <OrderTimeline
            events={events}
            wordsOf={(event) => eventMessage(event.type, event.detail)}
          />
        </OrderSection>
      </div>
    </div>
  );
}
