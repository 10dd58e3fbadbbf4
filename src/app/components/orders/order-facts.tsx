import type { ReactNode } from "react";
import { Link } from "react-router";
import { isDeletedEmail } from "#core/email.ts";
import { paymentProviderLabel } from "#core/payment-providers.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Order } from "#features/orders/order/order.ts";

type Props = {
  order: Order;
  customerPage: string;
};

export function OrderFacts({ order, customerPage }: Props) {
  const { customerEmail, payment, userId } = order;
  return (
    <div className="space-y-7">
      <Fact title="Customer">
        {isDeletedEmail(customerEmail) ? (
          <p className="py-1 text-ink-quiet">{shownEmail(customerEmail)}</p>
        ) : (
          <>
            <p className="py-1">
              <a href={`mailto:${customerEmail}`} className="link break-all">
                {shownEmail(customerEmail)}
              </a>
            </p>
            <p className="text-ink-quiet">{userId ? "Has an account" : "Bought as a guest"}</p>
            <Link to={customerPage} className="link inline-flex min-h-11 items-center">
              See this customer
            </Link>
          </>
        )}
      </Fact>
      <Fact title="Payment">
        <p>{paymentProviderLabel(payment.provider)}</p>
        <p className="break-all text-ink-quiet">
          {payment.sessionId ?? (order.status === "pending" ? "No session yet" : "")}
        </p>
      </Fact>
      <Fact title="Order id">
        <p className="break-all text-ink-quiet">{order.id}</p>
      </Fact>
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
