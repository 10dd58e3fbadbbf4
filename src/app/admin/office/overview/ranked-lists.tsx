import type { ReactNode } from "react";
import { Link } from "react-router";
import { DUE_TONES, EntryBadge } from "#app/admin/office/inbox/entry-badge.tsx";
import { orderNumber } from "#core/document-number.ts";
import { formatNumber } from "#core/format-number.ts";
import { formatMetres } from "#core/metres.ts";
import { formatMoney } from "#core/money-amount.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import type { LowCloth } from "#features/garments/cloth/cloth-queries.server.ts";
import { entryTopic } from "#features/office/inbox/inbox-entry.ts";
import type { InboxRow } from "#features/office/inbox/inbox-list-queries.server.ts";
import type { DueWork } from "#features/office/reports/due-work.ts";
import { dueLabel } from "#features/office/reports/due-work.ts";
import type { ShopReport } from "#features/office/reports/report-queries.server.ts";
import { ORDER_STATUSES, statusWord } from "#features/orders/order/order.ts";
import { Badge } from "#ui/badge.tsx";

type PanelProps = {
  title: string;
  to: string;
  all: string;
  empty: string;
  children: readonly ReactNode[];
};

function Panel({ title, to, all, empty, children }: PanelProps) {
  return (
    <section>
      <div className="flex items-baseline justify-between gap-4 border-b border-ink/70">
        <h2 className="display text-xl">{title}</h2>
        <Link to={to} className="link py-2.5 text-sm">
          {all}
        </Link>
      </div>
      {children.length === 0 ? (
        <p className="py-3 text-sm text-ink-quiet">{empty}</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">{children}</ul>
      )}
    </section>
  );
}

type BarRowProps = { name: ReactNode; share: number; text: ReactNode; isAccent?: boolean };

/** The bar's length shows the value, which the text repeats. */
function BarRow({ name, share, text, isAccent = false }: BarRowProps) {
  return (
    <li className="relative py-2 text-sm transition-colors focus-within:bg-paper hover:bg-paper">
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate">{name}</span>
        <span className="figures whitespace-nowrap">{text}</span>
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="mt-1.5 block h-1 w-full"
      >
        <rect width={share * 100} height="1" className={isAccent ? "fill-demerara" : "fill-ink"} />
      </svg>
    </li>
  );
}

const rowLink = "font-medium after:absolute after:inset-0";
const itemsOf = (count: number) => (count === 1 ? "1 piece" : `${count} pieces`);

export function OrderStates({ states }: { states: ShopReport["states"] }) {
  const known = ORDER_STATUSES.filter((status) => (states[status] ?? 0) > 0);
  const most = Math.max(1, ...known.map((status) => states[status] ?? 0));
  return (
    <Panel title="Orders by state" to="/admin/orders" all="All orders" empty="No orders yet.">
      {known.map((status) => (
        <BarRow
          key={status}
          share={(states[status] ?? 0) / most}
          isAccent={status === "pending"}
          text={formatNumber(states[status] ?? 0)}
          name={
            <Link to={`/admin/orders?status=${status}`} className={rowLink}>
              {statusWord(status)}
            </Link>
          }
        />
      ))}
    </Panel>
  );
}

/** Lists what sold best in the chart's period. */
export function BestSellers({ sellers }: { sellers: ShopReport["bestSellers"] }) {
  const most = Math.max(1, ...sellers.map(({ quantity }) => quantity));
  return (
    <Panel
      title="Best sellers"
      to="/admin?tab=products"
      all="All products"
      empty="Nothing was sold in the last 30 days."
    >
      {sellers.map(({ id, name, quantity, revenue }) => (
        <BarRow
          key={id ?? name}
          share={quantity / most}
          text={
            <>
              {itemsOf(quantity)} <span className="text-ink-quiet">· {formatMoney(revenue)}</span>
            </>
          }
          name={
            id ? (
              <Link to={`/admin/products/edit/${id}`} className={rowLink}>
                {name}
              </Link>
            ) : (
              name
            )
          }
        />
      ))}
    </Panel>
  );
}

export function LowStock({ low }: { low: ShopReport["low"] }) {
  const { variants, soldOut, threshold, total } = low;
  const others = total - variants.length;
  return (
    <div>
      <Panel
        title="Low stock"
        to="/admin/stock?view=low"
        all={others > 0 ? `${formatNumber(others)} more` : "All of it"}
        empty={`Nothing that is there is down to ${itemsOf(threshold)} or fewer.`}
      >
        {variants.map((item) => (
          <li
            key={item.variantId}
            className="relative flex min-h-11 items-center justify-between gap-4 text-sm transition-colors focus-within:bg-paper hover:bg-paper"
          >
            <Link to={`/admin/stock/${item.variantId}`} className={`min-w-0 truncate ${rowLink}`}>
              {item.name}, {sizePhrase(item.size)}
            </Link>
            <span className="figures whitespace-nowrap">{item.quantity} left</span>
          </li>
        ))}
      </Panel>
      {soldOut > 0 && (
        <Link to="/admin/stock?view=out" className="link inline-block py-2.5 text-sm">
          {formatNumber(soldOut)} sold out
        </Link>
      )}
    </div>
  );
}

/** Renders nothing while every cloth is above its threshold. */
export function LowClothPanel({ cloths }: { cloths: readonly LowCloth[] }) {
  if (cloths.length === 0) return null;
  return (
    <Panel title="Low cloth" to="/admin/atelier/cloth" all="All cloth" empty="">
      {cloths.map(({ id, name, freeMm }) => (
        <li
          key={id}
          className="relative flex min-h-11 items-center justify-between gap-4 text-sm transition-colors focus-within:bg-paper hover:bg-paper"
        >
          <Link to={`/admin/atelier/cloth/${id}`} className={`min-w-0 truncate ${rowLink}`}>
            {name}
          </Link>
          <span className="figures whitespace-nowrap">
            {formatMetres(Math.max(0, freeMm))} left
          </span>
        </li>
      ))}
    </Panel>
  );
}

export function NearPromise({ entries, now }: { entries: readonly InboxRow[]; now: Date }) {
  return (
    <Panel
      title="To answer next"
      to="/admin/inbox?status=new"
      all="Inbox"
      empty="Everybody has an answer."
    >
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="relative flex min-h-11 items-center justify-between gap-4 py-1.5 text-sm transition-colors focus-within:bg-paper hover:bg-paper"
        >
          <span className="min-w-0 truncate">
            <Link to={`/admin/inbox/${entry.id}`} className={rowLink}>
              {entry.name}
            </Link>
            <span className="text-ink-quiet"> · {entryTopic(entry)}</span>
          </span>
          <EntryBadge entry={entry} now={now} />
        </li>
      ))}
    </Panel>
  );
}

/** Sorts orders to ship, returns to refund and money to send back by due date. */
export function DueNext({ work, now }: { work: readonly DueWork[]; now: Date }) {
  return (
    <Panel
      title="To ship or pay back next"
      to="/admin/orders?way=to_ship&sort=oldest"
      all="To ship"
      empty="Everything has left the house."
    >
      {work.map((each) => {
        const { urgency, text } = dueLabel(each, now);
        return (
          <li
            key={`${each.kind} ${each.kind === "transfer" ? each.id : each.orderId}`}
            className="relative flex min-h-11 items-center justify-between gap-4 py-1.5 text-sm transition-colors focus-within:bg-paper hover:bg-paper"
          >
            <span className="min-w-0 truncate">
              <Link to={`/admin/orders/${each.orderId}`} className={rowLink}>
                {orderNumber(each.orderId)}
              </Link>
              <span className="text-ink-quiet"> · {each.name}</span>
            </span>
            <Badge kind={DUE_TONES[urgency]} className="figures">
              {text}
            </Badge>
          </li>
        );
      })}
    </Panel>
  );
}
