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
import { formatMoment } from "#features/orders/georgetown-time.ts";
import type { OrderDesk } from "#features/orders/order-desk-queries.server.ts";
import { eventWords } from "#features/orders/order-event-words.ts";
import { Badge } from "#ui/badge.tsx";
import { DeliverySection } from "./delivery-section.tsx";
import type { DeskIntent, DeskRefusal } from "./desk-answer.ts";
import { DeskSection } from "./desk-section.tsx";
import { LineStateWords } from "./line-state.tsx";
import { MailSection } from "./mail-section.tsx";
import { NoteSection } from "./note-section.tsx";
import { PaperSection } from "./paper-links.tsx";
import { ParcelSection } from "./parcel-section.tsx";
import { PaymentSection } from "./payment-section.tsx";
import { ReturnSection } from "./return-section.tsx";

/** The order's day and how it stands, under its number. */
export function DeskLead({ desk }: { desk: OrderDesk }) {
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

export type DeskViewProps = {
  desk: OrderDesk;
  pressKey: string;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  asked: DeskIntent | null;
  refusal: DeskRefusal | undefined;
};

/** An order on the owner's desk: what was bought and what is done with it at the left, whom it is about and its life at the right. */
export function OrderDeskView({ desk, pressKey, countries, asked, refusal }: DeskViewProps) {
  const { colors, events, lineStates, order, paymentProvider, refunded } = desk;
  return (
    // A new press key is a new page: forms that are done fold up and forget what was typed.
    <div
      key={pressKey}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="space-y-12">
        <section aria-label="What was bought">
          <OrderLines
            lines={order.lines}
            colors={colors}
            measuresNote="measures to be asked for"
            below={(line) => <LineStateWords state={lineStates[line.id]} />}
          />
          <OrderAmounts
            totals={order.totals}
            shippingMethod={order.shippingMethod}
            refunded={refunded}
          />
        </section>
        <ParcelSection desk={desk} pressKey={pressKey} asked={asked} refusal={refusal} />
        <ReturnSection desk={desk} pressKey={pressKey} refusal={refusal} />
        <PaymentSection desk={desk} pressKey={pressKey} asked={asked} refusal={refusal} />
        <MailSection mails={desk.mails} pressKey={pressKey} />
      </div>
      <div className="grid content-start gap-10 sm:grid-cols-2 xl:grid-cols-1">
        <OrderFacts
          order={order}
          paymentProvider={paymentProvider}
          customerPage={customerPath(order.customerEmail)}
        />
        <DeliverySection desk={desk} countries={countries} refusal={refusal} />
        <PaperSection desk={desk} />
        <NoteSection notes={desk.notes} refusal={refusal} />
        <DeskSection id="timeline" title="Timeline">
          <OrderTimeline
            events={events}
            wordsOf={(event) => eventWords(event.type, event.detail)}
          />
        </DeskSection>
      </div>
    </div>
  );
}
