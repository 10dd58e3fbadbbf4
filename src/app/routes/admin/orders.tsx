import { AdminError, AdminPage } from "#app/admin/admin-page.tsx";
import { refuse } from "#app/auth/require-admin.server.ts";
import { actorContext, depsContext } from "#app/context.ts";
import { OrderFilterForm } from "#features/orders/components/order-filter-form.tsx";
import { OrderTable } from "#features/orders/components/order-table.tsx";
import { OrderTabs } from "#features/orders/components/order-tabs.tsx";
import type { OrderFilter } from "#features/orders/order-filter.ts";
import { isNarrowed, readOrderFilter } from "#features/orders/order-filter.ts";
import { listOrders } from "#features/orders/order-list-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/orders.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = readOrderFilter(url.searchParams);
  const actor = context.get(actorContext);
  const list = await listOrders(context.get(depsContext).db, { actor, filter });
  if (!list.ok) return refuse();
  return { filter, list: list.value };
}

export const meta: Route.MetaFunction = () => [
  { title: "Orders" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { filter, list } = loaderData;
  return (
    <AdminPage title="Orders">
      <OrderTabs filter={filter} counts={list.counts} />
      <OrderFilterForm filter={filter} />
      {list.rows.length === 0 ? (
        <NoOrders filter={filter} />
      ) : (
        <div className="space-y-4">
          <OrderTable rows={list.rows} />
          <Pagination page={list.page} pageCount={list.pageCount} label="Orders" />
        </div>
      )}
    </AdminPage>
  );
}

function NoOrders({ filter }: { filter: OrderFilter }) {
  if (!isNarrowed(filter) && filter.status === null) {
    return <EmptyState title="No orders yet">The first one will stand here.</EmptyState>;
  }
  return (
    <EmptyState
      title="No order matches"
      action={
        <ButtonLink to="/admin/orders" variant="secondary">
          Show everything
        </ButtonLink>
      }
    >
      Try another status, a shorter number or other days.
    </EmptyState>
  );
}
