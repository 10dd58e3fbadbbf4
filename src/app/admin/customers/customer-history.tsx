import type { ReactNode } from "react";
import { Link } from "react-router";
import { EntryBadge } from "#app/admin/inbox/entry-badge.tsx";
import { OrderStatusBadge } from "#app/components/orders/order-status-badge.tsx";
import { formatMoney } from "#core/money-amount.ts";
import type { Customer } from "#features/customers/customer-queries.server.ts";
import { entryKindWord, entryTopic } from "#features/inbox/inbox-entry.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";
import { orderNumber } from "#features/orders/order.ts";
import { Badge } from "#ui/badge.tsx";

type Props = { customer: Customer; now: Date };

/** What a customer bought, sent back and wrote; each leads to its own page. */
export function CustomerHistory({ customer, now }: Props) {
  const { orders, returns, entries } = customer;
  return (
    <div className="space-y-10">
      <Shelf title="Orders" empty="No order yet.">
        {orders.map((order) => (
          <Row
            key={order.id}
            to={`/admin/orders/${order.id}`}
            title={`Order ${orderNumber(order.id)}`}
            day={order.createdAt}
            badge={<OrderStatusBadge status={order.status} />}
            amount={formatMoney(order.total)}
          />
        ))}
      </Shelf>
      {returns.length > 0 && (
        <Shelf title="Returns" empty="">
          {returns.map((each) => (
            <Row
              key={each.id}
              to={`/admin/orders/${each.orderId}`}
              title={`Return ${each.authorizationNumber}`}
              day={each.createdAt}
              badge={<Badge>{each.status.charAt(0).toUpperCase() + each.status.slice(1)}</Badge>}
            />
          ))}
        </Shelf>
      )}
      <Shelf title="Inquiries and messages" empty="Nothing written yet.">
        {entries.map((entry) => (
          <Row
            key={entry.id}
            to={`/admin/inbox/${entry.id}`}
            title={`${entryKindWord(entry.kind)}: ${entryTopic(entry)}`}
            day={entry.createdAt}
            badge={<EntryBadge entry={entry} now={now} />}
          />
        ))}
      </Shelf>
    </div>
  );
}

type ShelfProps = { title: string; empty: string; children: readonly ReactNode[] };

function Shelf({ title, empty, children }: ShelfProps) {
  return (
    <section>
      <h2 className="display text-xl">{title}</h2>
      {children.length === 0 ? (
        <p className="mt-2 text-sm text-ink-quiet">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">{children}</ul>
      )}
    </section>
  );
}

type RowProps = { to: string; title: string; day: Date; badge: ReactNode; amount?: string };

function Row({ to, title, day, badge, amount }: RowProps) {
  return (
    <li className="relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm transition-colors focus-within:bg-paper hover:bg-paper">
      <Link
        to={to}
        className="min-w-0 grow basis-52 truncate font-medium after:absolute after:inset-0"
      >
        {title}
      </Link>
      {badge}
      <time dateTime={day.toISOString()} className="figures text-ink-quiet sm:w-26 sm:text-right">
        {formatDay(day)}
      </time>
      {amount && (
        <span className="figures text-right font-medium max-sm:ml-auto sm:w-24">{amount}</span>
      )}
    </li>
  );
}
