import type { ReactNode } from "react";
import { Link } from "react-router";
import { AdminError, AdminPage } from "#app/admin/admin-page.tsx";
import { refuse } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { formatMoney } from "#core/money-amount.ts";
import { OrderTable } from "#features/orders/components/order-table.tsx";
import { SalesPlot } from "#features/orders/components/sales-plot.tsx";
import { readOrderFilter } from "#features/orders/list/order-filter.ts";
import { listOrders } from "#features/orders/list/order-list-queries.server.ts";
import { summarizeOrders } from "#features/orders/order-summary-queries.server.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/overview.ts";

const NEWEST_SHOWN = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(depsContext);
  const actor = context.get(actorContext);
  const filter = readOrderFilter(new URLSearchParams());
  const [summary, list] = await Promise.all([
    summarizeOrders(db, { actor, now: clock.now() }),
    listOrders(db, { actor, filter }),
  ]);
  if (!summary.ok || !list.ok) return refuse();
  return { summary: summary.value, newest: list.value.rows.slice(0, NEWEST_SHOWN) };
}

export const meta: Route.MetaFunction = () => [
  { title: "Overview" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { summary, newest } = loaderData;
  const today = summary.days.at(-1);
  return (
    <AdminPage title="Overview" lead="Where the house stands today, by Georgetown's clock.">
      <div className="grid grid-cols-2 border-t border-l border-line xl:grid-cols-4">
        <Figure
          label="Paid today"
          value={(today?.orders ?? 0).toLocaleString("en-US")}
          to="/admin/orders?status=completed"
        />
        <Figure
          label="Taken today"
          value={
            today ? formatMoney(today.revenue) : formatMoney({ minorUnits: 0, currency: "USD" })
          }
          to="/admin/orders?status=completed"
        />
        <Figure
          label="Orders to make"
          value={summary.toMake.toLocaleString("en-US")}
          note="Made to measure, paid"
          to="/admin/orders?status=completed&custom=1"
        />
        <Figure
          label="Being paid"
          value={summary.pending.toLocaleString("en-US")}
          note="Payment page open"
          to="/admin/orders?status=pending"
        />
      </div>
      <div className="mt-10">
        <SalesPlot days={summary.days} />
      </div>
      <section className="mt-10">
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <h2 className="display text-xl">Newest orders</h2>
          <Link to="/admin/orders" className="link py-2 text-sm">
            All orders
          </Link>
        </div>
        {newest.length === 0 ? (
          <EmptyState title="No orders yet">The first one will stand here.</EmptyState>
        ) : (
          <OrderTable rows={newest} />
        )}
      </section>
    </AdminPage>
  );
}

type FigureProps = { label: string; value: string; note?: ReactNode; to: string };

function Figure({ label, value, note, to }: FigureProps) {
  return (
    <Link
      to={to}
      className="block border-r border-b border-line p-4 transition-colors -outline-offset-2 hover:bg-paper sm:p-5"
    >
      <span className="eyebrow block">{label}</span>
      <span className="figures mt-1 block text-xl font-medium">{value}</span>
      <span className="block min-h-5 text-xs text-ink-quiet">{note}</span>
    </Link>
  );
}
