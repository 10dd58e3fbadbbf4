import { AddressFields } from "#app/components/address/address-fields.tsx";
import type { CountryOption } from "#app/components/address/country-options.ts";
import { EMPTY_ADDRESS } from "#app/components/address/empty-address.ts";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import { OrderFacts } from "#app/components/orders/order-facts.tsx";
import { OrderLines } from "#app/components/orders/order-lines.tsx";
import {
  FulfillmentBadge,
  MadeToMeasureBadge,
  OrderStatusBadge,
} from "#app/components/orders/order-status-badge.tsx";
import { OrderTimeline } from "#app/components/orders/order-timeline.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { phoneUrl } from "#core/phone.ts";
import type { ContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { awaitsMeasurements } from "#features/garments/garment/garment.ts";
import { customerPath } from "#features/office/customers/customer-filter.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import { shownStatus } from "#features/orders/order/order.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import { orderDelivery } from "#features/orders/order/order-delivery.ts";
import { eventMessage } from "#features/orders/order/order-events.ts";
import type {
  AdminOrder,
  LineState,
} from "#features/sales/order-page/admin-order-queries.server.ts";
import type { PayoutAccount } from "#features/sales/payments/payout-account.ts";
import type { LineReturn } from "#features/sales/returns/return-rules.ts";
import { Badge } from "#ui/badge.tsx";
import { ContractSection } from "./contract-section.tsx";
import { CreditSection } from "./credit-section.tsx";
import { DocumentsSection } from "./document-links.tsx";
import type { OrderGarments } from "./garment-section.tsx";
import { GarmentSection } from "./garment-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { NoteSection } from "./note-section.tsx";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderAction } from "./order-actions.ts";
import { PaymentSection } from "./payment-section.tsx";
import { PromiseForm } from "./promise-form.tsx";
import { ReturnSection } from "./return-section.tsx";
import { ShipmentSection } from "./shipment-section.tsx";

/** What neither left nor will leave is cancelled, also before its money has gone back. */
function describe({ left, refunded, returned, shipped }: LineState, quantity: number) {
  const cancelled = Math.max(0, quantity - shipped - left);
  return [
    shipped > 0 && `${shipped} sent`,
    returned > 0 && `${returned} came back`,
    cancelled > 0 && `${cancelled} cancelled`,
    refunded > cancelled && `${refunded - cancelled} refunded`,
    left > 0 && `${left} to send`,
  ].filter(Boolean);
}

type LineStateProps = { state: LineState | undefined; quantity: number };

function LineStateMessages({ quantity, state }: LineStateProps) {
  const descriptions = state ? describe(state, quantity) : [];
  if (descriptions.length === 0) return null;
  return <p className="figures mt-1.5 text-sm text-ink-quiet">{descriptions.join(" · ")}</p>;
}

type Props = {
  adminOrder: AdminOrder;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  result: FormResult | undefined;
};

function addressOf(textOf: (name: keyof DeliveryAddress) => string): DeliveryAddress {
  const names = Object.keys(EMPTY_ADDRESS) as (keyof DeliveryAddress)[];
  return Object.assign({ ...EMPTY_ADDRESS }, ...names.map((name) => ({ [name]: textOf(name) })));
}

/** The address is editable until the first shipment. */
function DeliverySection({ adminOrder, countries, result }: Props) {
  const { addressLines, hasArrived, order, shipments, version } = adminOrder;
  const { address, status } = order;
  const delivery = orderDelivery(order, { hasArrived });
  return (
    <OrderSection id="delivery" title="Delivery">
      <div className="text-sm">
        <p className="figures">{delivery ?? "Chosen on the payment page"}</p>
        {address && (
          <address className="mt-1 text-ink-soft not-italic">
            {addressLines.map((line) => (
              <span key={line} dir="auto" className="block wrap-anywhere">
                {line}
              </span>
            ))}
            {address.phone && (
              <a href={phoneUrl(address.phone)} className="link inline-flex min-h-11 items-center">
                {address.phone}
              </a>
            )}
          </address>
        )}
      </div>
      {status === "completed" && shipments.length === 0 && (
        <OrderActionDisclosure
          id="address"
          title="Change the address"
          submit="Save the address and tell the customer"
          intent="address"
          result={result}
          defaultValue={{ version, ...(address ?? EMPTY_ADDRESS) }}
        >
          {(fields) => (
            <>
              <HiddenField field={fields.version} />
              <AddressFields
                countries={countries}
                values={addressOf((name) => fields[name].initialValue ?? "")}
                errors={addressOf((name) => fields[name].errors?.join(" ") ?? "")}
                completes={false}
              />
            </>
          )}
        </OrderActionDisclosure>
      )}
    </OrderSection>
  );
}

export function OrderPageLead({ adminOrder }: { adminOrder: AdminOrder }) {
  const { isDisputed, fulfillment, order } = adminOrder;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
      <time dateTime={order.createdAt.toISOString()}>{formatMoment(order.createdAt)}</time>
      <OrderStatusBadge status={shownStatus(order)} />
      {fulfillment && <FulfillmentBadge fulfillment={fulfillment} />}
      {order.madeToMeasure && <MadeToMeasureBadge />}
      {isDisputed && <Badge kind="error">Disputed</Badge>}
    </span>
  );
}

export type OrderPageViewProps = {
  adminOrder: AdminOrder;
  idempotencyKey: string;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  /** Says what may be returned, by line id. */
  returnable: Record<string, LineReturn>;
  contracts: readonly ContractVersion[];
  atelier: OrderGarments;
  payoutAccount: PayoutAccount | null;
  openAction: OrderAction | null;
  result: FormResult | undefined;
};

/** A line that was ordered with its measurements holds its fit, also when they are erased. */
function needOf({ fit, id }: OrderLine, garments: OrderGarments["garments"]): string | null {
  const stages = garments.flatMap((each) => (each.orderItemId === id ? [each.stage] : []));
  const awaits = awaitsMeasurements({ hasMeasurements: fit !== undefined }, stages);
  return awaits ? "measurements to be asked for" : null;
}

/** Items and actions left, customer and history right. */
export function OrderPageView({
  adminOrder,
  idempotencyKey,
  countries,
  returnable,
  contracts,
  atelier,
  payoutAccount,
  openAction,
  result,
}: OrderPageViewProps) {
  const { colors, events, lineStates, order } = adminOrder;
  return (
    // A new key resets the page: completed forms close and lose their input.
    <div
      key={idempotencyKey}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="space-y-12">
        <section aria-label="What was bought">
          <OrderLines
            lines={order.lines}
            colors={colors}
            needOf={(line) => needOf(line, atelier.garments)}
            below={(line) => (
              <LineStateMessages state={lineStates[line.id]} quantity={line.quantity} />
            )}
          />
          <AmountRows rows={listAmounts(order)} className="ml-auto max-w-sheet pt-4" />
        </section>
        <GarmentSection {...atelier}>
          <PromiseForm
            garments={atelier.garments}
            version={adminOrder.version}
            today={atelier.today}
            openAction={openAction}
            result={result}
          />
        </GarmentSection>
        <ContractSection orderId={order.id} contracts={contracts} />
        <ShipmentSection
          adminOrder={adminOrder}
          garments={atelier.garments}
          idempotencyKey={idempotencyKey}
          openAction={openAction}
          result={result}
        />
        <ReturnSection
          adminOrder={adminOrder}
          returnable={returnable}
          idempotencyKey={idempotencyKey}
          result={result}
        />
        <PaymentSection
          account={payoutAccount}
          adminOrder={adminOrder}
          idempotencyKey={idempotencyKey}
          openAction={openAction}
          today={atelier.today}
          result={result}
        />
        <CreditSection adminOrder={adminOrder} idempotencyKey={idempotencyKey} result={result} />
        <MailSection mails={adminOrder.mails} idempotencyKey={idempotencyKey} />
      </div>
      <div className="grid content-start gap-10 sm:grid-cols-2 xl:grid-cols-1">
        <OrderFacts order={order} customerPage={customerPath(order.customerEmail)} />
        <DeliverySection adminOrder={adminOrder} countries={countries} result={result} />
        <DocumentsSection adminOrder={adminOrder} />
        <NoteSection notes={adminOrder.notes} result={result} />
        <OrderSection id="timeline" title="Timeline">
          <OrderTimeline
            events={events}
            messageOf={(event) => eventMessage(event.type, event.detail)}
          />
        </OrderSection>
      </div>
    </div>
  );
}
