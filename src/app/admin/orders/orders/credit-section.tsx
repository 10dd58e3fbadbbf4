import { Link } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { AmountField, ReasonField } from "#app/components/form/amount-and-reason.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatMoney } from "#core/money-amount.ts";
import { customerPath } from "#features/office/customers/customer-filter.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";

type Props = { adminOrder: AdminOrder; idempotencyKey: string; result: FormResult | undefined };

export function CreditSection({ adminOrder, idempotencyKey, result }: Props) {
  const { order, storeCredit } = adminOrder;
  if (order.customerEmail.endsWith(".invalid")) return null;
  return (
    <OrderSection id="store-credit" title="Store credit">
      <p className="figures text-sm">
        {storeCredit ? (
          <>
            The customer has{" "}
            <Link to={`${customerPath(order.customerEmail)}#store-credit`} className="link">
              {formatMoney(storeCredit.balance)}
            </Link>
            .
          </>
        ) : (
          <span className="text-ink-soft">None so far.</span>
        )}
      </p>
      <OrderActionDisclosure
        id="give-credit"
        title="Give store credit"
        submit="Give it and tell the customer"
        intent="give-credit"
        result={result}
        defaultValue={{ key: idempotencyKey }}
      >
        {(fields) => (
          <>
            <HiddenField field={fields.key} />
            <p className="text-sm text-ink-soft">
              A gift beside the order: nothing of the order is refunded. To give credit instead of a
              refund, refund the order as store credit.
            </p>
            <AmountField field={fields.amount} />
            <ReasonField field={fields.note} />
          </>
        )}
      </OrderActionDisclosure>
    </OrderSection>
  );
}
