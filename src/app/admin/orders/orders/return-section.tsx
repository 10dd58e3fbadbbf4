import { OrderSection } from "#app/components/admin/order-section.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { itemText } from "#features/orders/order/line-description.ts";
import { returnStatusTone, returnStatusWord } from "#features/orders/order/return-progress.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import type { OrderReturn } from "#features/sales/returns/return-queries.server.ts";
import type { FailedRefund, LineReturn } from "#features/sales/returns/return-rules.ts";
import { returnReasonLabel } from "#features/sales/returns/return-rules.ts";
import { returnShippingTask } from "#features/sales/returns/return-shipping.ts";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";
import { OpenReturnDisclosure } from "./open-return-disclosure.tsx";
import {
  DeclineReturnDisclosure,
  ExchangeReturnDisclosure,
  ReceiveReturnDisclosure,
  RefundReturnDisclosure,
} from "./return-disclosures.tsx";

type Props = { adminOrder: AdminOrder; idempotencyKey: string; result: FormResult | undefined };

export function ReturnSection({
  adminOrder,
  idempotencyKey,
  result,
  returnable,
}: Props & { returnable: Record<string, LineReturn> }) {
  const { returns } = adminOrder;
  const canOpen = Object.values(returnable).some(({ left }) => left > 0);
  if (returns.length === 0 && !canOpen) return null;
  return (
    <OrderSection id="returns" title="Returns">
      <ul className="divide-y divide-line empty:hidden">
        {returns.map((requested) => (
          <li key={requested.id} className="space-y-3 pb-6 text-sm not-first:pt-6">
            <ReturnFacts requestedReturn={requested} adminOrder={adminOrder} />
            <ReturnDisclosures
              requestedReturn={requested}
              adminOrder={adminOrder}
              idempotencyKey={idempotencyKey}
              result={result}
            />
          </li>
        ))}
      </ul>
      <OpenReturnDisclosure adminOrder={adminOrder} returnable={returnable} result={result} />
    </OrderSection>
  );
}

function ReturnFacts({
  requestedReturn,
  adminOrder,
}: {
  requestedReturn: OrderReturn;
  adminOrder: AdminOrder;
}) {
  const { announcedAt, authorizationNumber, note, items, reason, staffNote, status } =
    requestedReturn;
  const failed = adminOrder.failedRefunds[requestedReturn.id];
  const isRefundOwed = adminOrder.transfersBack.some(
    ({ returnId }) => returnId === requestedReturn.id,
  );
  const shown = { status, isRefundOwed };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="figures font-medium">{authorizationNumber}</h3>
        <Badge kind={returnStatusTone(shown)}>{returnStatusWord(shown)}</Badge>
        {failed && <Badge kind="error">Refund failed</Badge>}
        <span className="figures text-ink-quiet">announced {formatDay(announcedAt)}</span>
      </div>
      <ul className="figures text-ink-soft">
        {items.map(({ itemId, quantity, received, restocked }) => {
          const line = adminOrder.order.lines.find(({ id }) => id === itemId);
          const text = [
            line ? itemText(line, quantity) : "",
            received !== null && `${received} came`,
            restocked > 0 && `${restocked} back on the shelf`,
          ];
          return <li key={itemId}>{text.filter(Boolean).join(" · ")}</li>;
        })}
      </ul>
      <p className="text-ink-soft">
        “{returnReasonLabel(reason)}” {returnShippingTask(reason)}
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">“{note}”</p>}
      {requestedReturn.wantsCredit && (
        <p className="font-medium">The customer wants store credit instead of the money.</p>
      )}
      {staffNote && (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="text-ink-quiet">Seen on arrival: </span>
          {staffNote}
        </p>
      )}
      {failed && <FailedRefundNotice failed={failed} adminOrder={adminOrder} />}
    </>
  );
}

function FailedRefundNotice({
  failed,
  adminOrder,
}: {
  failed: FailedRefund;
  adminOrder: AdminOrder;
}) {
  const amount = formatMoney(money(failed.amountMinor, adminOrder.order.totals.total.currency));
  return (
    <Notice kind="error" title={`${amount} did not reach the customer`}>
      {failed.failure && <>The payment provider says: {failed.failure.replace(/\.$/, "")}. </>}
      The money is with the shop. Refund it again; if it fails once more, ask the customer for
      another way.
    </Notice>
  );
}

function ReturnDisclosures(props: Props & { requestedReturn: OrderReturn }) {
  const { requestedReturn } = props;
  if (requestedReturn.status !== "announced" && requestedReturn.status !== "received") return null;
  return (
    <div className="flex flex-wrap gap-3">
      {requestedReturn.status === "announced" ? (
        <ReceiveReturnDisclosure {...props} />
      ) : (
        <>
          <RefundReturnDisclosure {...props} />
          <ExchangeReturnDisclosure {...props} />
        </>
      )}
      <DeclineReturnDisclosure {...props} />
    </div>
  );
}
