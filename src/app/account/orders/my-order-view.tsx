import type { ReactNode } from "react";
import { use } from "react";
import { Link } from "react-router";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import { OrderDate } from "#app/components/orders/order-date.tsx";
import { OrderLines } from "#app/components/orders/order-lines.tsx";
import {
  MadeToMeasureBadge,
  OrderStatusBadge,
} from "#app/components/orders/order-status-badge.tsx";
import { OrderTimeline } from "#app/components/orders/order-timeline.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatMoney } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { promisedEmailText } from "#features/base/mail/outbox.ts";
import { itemText } from "#features/orders/order/line-description.ts";
import { quantityLeft } from "#features/orders/order/line-quantities.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import { isReplacement, shownStatus } from "#features/orders/order/order.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import { customerStepMessage, messageWithEmail } from "#features/orders/order/order-events.ts";
import { returnStatusTone, returnStatusWord } from "#features/orders/order/return-progress.ts";
import { depositOfOrder } from "#features/orders/order/transfer-deposit.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { moneyBackMessage } from "#features/sales/payments/transfer-back.ts";
import { returnShippingHint } from "#features/sales/returns/return-shipping.ts";
import { Badge } from "#ui/badge.tsx";
import { LineCancellation } from "./cancel-items.tsx";
import { MyShipment } from "./my-shipment.tsx";

type Announced = MyOrder["announced"][number];
type Props = {
  announced: Announced;
  /** What the shop still sends for it; null where nothing waits. */
  owed: MyOrder["moneyBack"][number] | null;
  lines: readonly OrderLine[];
  /** The bank returned a refund after the customer was notified. */
  cameBack: boolean;
  /** What comes instead of returned items has not left yet. */
  isReplacementAwaited: boolean;
};

function nextStepText(props: Omit<Props, "lines">, mailRoute: MailRoute): string {
  const { announced, cameBack, isReplacementAwaited, owed } = props;
  const { closedAt, outcomeDay, receivedAt, status } = announced;
  if (owed) return moneyBackMessage(owed, mailRoute);
  switch (status) {
    case "announced":
      return "We wait for your parcel.";
    case "received":
      if (cameBack) return "Your bank sent the refund back to us. We give it to you again.";
      return `Received ${receivedAt ? formatDay(receivedAt) : ""}. ${promisedEmailText(
        {
          promised: `We look at it and write to you by ${outcomeDay}.`,
          instead: `We look at it by ${outcomeDay}, and this page says what comes of it.`,
        },
        mailRoute,
      )}`;
    case "exchanged":
      return [
        closedAt && formatDay(closedAt),
        isReplacementAwaited &&
          promisedEmailText(
            {
              promised: "We prepare what you get instead, and write to you when it leaves.",
              instead: "We prepare what you get instead; this page says when it has left.",
            },
            mailRoute,
          ),
      ]
        .filter(Boolean)
        .join(". ");
    default:
      return closedAt ? formatDay(closedAt) : "";
  }
}

function MyReturn({ announced, cameBack, isReplacementAwaited, lines, owed }: Props) {
  const mailRoute = use(MailRouteContext);
  const { authorizationNumber, items, status } = announced;
  const shown = { status, isRefundOwed: owed !== null };
  return (
    <>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
        {authorizationNumber}
        <Badge kind={returnStatusTone(shown)}>{returnStatusWord(shown)}</Badge>
      </p>
      <p className="figures text-ink-soft">
        {nextStepText({ announced, cameBack, isReplacementAwaited, owed }, mailRoute)}
      </p>
      {status === "announced" && (
        <p className="text-ink-soft">{returnShippingHint(announced.reason)}</p>
      )}
      <ul className="text-ink-quiet">
        {items.map(({ itemId, quantity, received }) => {
          const line = lines.find(({ id }) => id === itemId);
          return line && <li key={itemId}>{itemText(line, received ?? quantity)}</li>;
        })}
      </ul>
    </>
  );
}

/** Beside the order lines. */
function MyOrderSide({
  order: {
    addressLines,
    announced,
    delivery,
    duties,
    lineStates,
    moneyBack,
    order,
    shipments,
    steps,
  },
}: {
  order: MyOrder;
}) {
  const mailRoute = use(MailRouteContext);
  const { address, customerEmail } = order;
  const isReplacementAwaited = order.lines.some((line) => {
    const history = lineStates[line.id];
    return isReplacement(line) && history && quantityLeft(line.quantity, history) > 0;
  });
  return (
    <div className="grid content-start gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-1">
      <section aria-labelledby="progress">
        <h2 id="progress" className="eyebrow mb-4">
          Progress
        </h2>
        <OrderTimeline
          events={steps}
          messageOf={(step) => messageWithEmail(customerStepMessage(step), mailRoute)}
          zone="in Georgetown"
        />
      </section>
      <div className="space-y-8">
        {shipments.length > 0 && (
          <Fact title={shipments.length === 1 ? "Your parcel" : "Your parcels"}>
            <ul className="space-y-4">
              {shipments.map((shipment) => (
                <li key={shipment.id}>
                  <MyShipment shipment={shipment} lines={order.lines} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {announced.length > 0 && (
          <Fact title={announced.length === 1 ? "Your return" : "Your returns"}>
            <ul className="space-y-4">
              {announced.map((each) => (
                <li key={each.id}>
                  <MyReturn
                    announced={each}
                    owed={moneyBack.find(({ returnId }) => returnId === each.id) ?? null}
                    lines={order.lines}
                    isReplacementAwaited={isReplacementAwaited}
                    cameBack={steps.some(
                      ({ type, detail }) =>
                        type === "refund_failed" &&
                        detail.authorizationNumber === each.authorizationNumber,
                    )}
                  />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {(delivery ?? address) && (
          <Fact title="Delivery">
            {delivery && <p className="figures">{delivery}</p>}
            {duties && <p className="mt-1 text-sm text-ink-quiet">{duties}</p>}
            {address && (
              <address className="mt-1 text-ink-soft not-italic">
                {addressLines.map((line) => (
                  <span key={line} dir="auto" className="block wrap-anywhere">
                    {line}
                  </span>
                ))}
              </address>
            )}
          </Fact>
        )}
        <Fact title="Emails go to">
          <p className="wrap-anywhere">{shownEmail(customerEmail)}</p>
        </Fact>
      </div>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="text-sm">
      <h2 className="eyebrow mb-1.5">{title}</h2>
      {children}
    </section>
  );
}

export function MyOrderHead({ order: { order } }: { order: MyOrder }) {
  return (
    <header>
      <h1 className="display figures text-3xl">Order {orderNumber(order.id)}</h1>
      <p className="figures mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
        <OrderDate iso={order.createdAt.toISOString()} />
        <OrderStatusBadge status={shownStatus(order)} />
        {order.madeToMeasure && <MadeToMeasureBadge />}
      </p>
    </header>
  );
}

/** What the shop received of an order's transfer, as text; null for nothing. */
export function transferredSoFar(order: MyOrder["order"]): string | null {
  const received = depositOfOrder(order)?.received;
  return received && received.minorUnits > 0 ? formatMoney(received) : null;
}

type BodyProps = { order: MyOrder; fields?: Readonly<Record<string, string>> };

/** Decision A3. `fields` identify a guest's order to the page's action. */
export function MyOrderBody({ fields = {}, order }: BodyProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <section aria-label="What you bought">
        <OrderLines
          lines={order.order.lines}
          colors={order.colors}
          below={(line) => <LineCancellation line={line} order={order} fields={fields} />}
        />
        <AmountRows rows={listAmounts(order.order)} className="ml-auto max-w-sheet pt-4" />
      </section>
      <MyOrderSide order={order} />
    </div>
  );
}

const quietLink = "link inline-flex min-h-11 items-center text-sm";

type ContactProps = {
  order: MyOrder["order"];
  /** Where the fit of each shipped garment is reported, by id; null where a code opens it first. */
  fitPaths: Readonly<Record<string, string>> | null;
};

/**
 * Fit questions need a paid order (specification 2, Cart and FAQ). A shipped garment has its own form for them, which counts the
 * free remeasurement; before that the customer writes to the atelier.
 */
export function ContactLinks({ fitPaths, order }: ContactProps) {
  const contact = `/contact?order=${order.id.slice(0, 8)}`;
  const isMadeToMeasure = order.lines.some(({ madeToMeasure }) => madeToMeasure);
  const forms = Object.values(fitPaths ?? {});
  const form = forms.length > 1 ? "#garments" : forms[0];
  return (
    <>
      {order.completedAt && isMadeToMeasure && fitPaths && (
        <Link to={form ?? `${contact}&about=remeasurement`} className={quietLink}>
          Ask for a free remeasurement
        </Link>
      )}
      {order.completedAt && (
        <Link to={`${contact}&about=alteration`} className={quietLink}>
          Ask for an alteration
        </Link>
      )}
      <Link to={contact} className={quietLink}>
        Ask about this order
      </Link>
    </>
  );
}
