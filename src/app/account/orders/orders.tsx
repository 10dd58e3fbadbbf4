import { useEffect } from "react";
import { Link, useNavigation } from "react-router";
import { OrderDate } from "#app/components/orders/order-date.tsx";
import { OrderStatusBadge } from "#app/components/orders/order-status-badge.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatMoney } from "#core/money-amount.ts";
import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { claimGuestOrders } from "#features/orders/order/claim-orders.server.ts";
import type {
  MyOrderList,
  MyOrderRow,
} from "#features/orders/order/my-order-list-queries.server.ts";
import { listMyOrders } from "#features/orders/order/my-order-list-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState, ReloadPanel } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Cell, CellNote, HeadCell, Table } from "#ui/table.tsx";
import { showToast } from "#ui/toast-store.ts";
import { AccountError, AccountPage, accountMeta } from "../account-page.tsx";
import { refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/orders.ts";
import { OrdersLoading } from "./orders-loading.tsx";

const addressOf = (row: MyOrderRow) => `/profile/orders/${row.id}`;

/** A table, on phones a list (specification 2). */
function MyOrderTable({ rows }: { rows: readonly MyOrderRow[] }) {
  const head = (
    <>
      <HeadCell>Order Date</HeadCell>
      <HeadCell>Order Number</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell align="right">Total</HeadCell>
      <HeadCell align="right">View</HeadCell>
    </>
  );
  return (
    <>
      <div className="hidden md:block">
        <Table caption="Your orders, newest first" head={head}>
          {rows.map((row) => (
            <tr key={row.id}>
              <Cell className="whitespace-nowrap">
                <OrderDate iso={row.createdAt.toISOString()} />
              </Cell>
              <Cell>{orderNumber(row.id)}</Cell>
              <Cell>
                <OrderStatusBadge status={row.status} />
              </Cell>
              <Cell align="right" className="font-medium">
                {formatMoney(row.total)}
                {row.transfer && <CellNote className="font-normal">{row.transfer}</CellNote>}
              </Cell>
              <Cell align="right">
                <Link
                  to={addressOf(row)}
                  aria-label={`View order ${orderNumber(row.id)}`}
                  className="link inline-flex min-h-11 items-center"
                >
                  View
                </Link>
              </Cell>
            </tr>
          ))}
        </Table>
      </div>
      <ul className="divide-y divide-line border-b border-line md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="figures py-5">
            <p className="flex items-baseline justify-between gap-4">
              <span className="font-medium">{orderNumber(row.id)}</span>
              <span className="font-medium">{formatMoney(row.total)}</span>
            </p>
            {row.transfer && <p className="text-sm text-ink-soft">{row.transfer}</p>}
            <p className="text-sm text-ink-quiet">
              <OrderDate iso={row.createdAt.toISOString()} />
            </p>
            <p className="mt-1 flex items-center justify-between gap-4">
              <OrderStatusBadge status={row.status} />
              <Link
                to={addressOf(row)}
                aria-label={`View order ${orderNumber(row.id)}`}
                className="link inline-flex min-h-11 min-w-11 items-center justify-end text-sm"
              >
                View
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

const FAILED = "Could not load your orders. Please try again later.";

async function findOrders({ context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  try {
    await claimGuestOrders(deps, { actor });
    return await listMyOrders(deps.db, {
      actor,
      page: readPageNumber(url.searchParams.get("page")),
    });
  } catch (error) {
    deps.logger.error({ err: error }, "account: orders not loaded");
    return null;
  }
}

export async function loader(args: Route.LoaderArgs): Promise<{ list: MyOrderList | null }> {
  const found = await findOrders(args);
  if (found && !found.ok) return refuseAccount();
  return { list: found?.value ?? null };
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Your orders", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { list } = loaderData;
  const { location } = useNavigation();
  useEffect(() => {
    if (!loaderData.list) showToast({ kind: "error", title: "Error", description: FAILED });
  }, [loaderData]);
  return (
    <AccountPage tab="Orders">
      {location?.pathname === "/profile/orders" ? (
        <OrdersLoading />
      ) : (
        <div className="pt-4 md:pt-8">
          <UnreadableFilters filters={[PAGE_FILTER]} />
          {list ? <Found list={list} /> : <NotLoaded />}
        </div>
      )}
    </AccountPage>
  );
}

function Found({ list }: { list: MyOrderList }) {
  if (list.rows.length === 0) {
    return (
      <EmptyState
        title="No orders yet"
        action={<ButtonLink to="/shop">Browse Collections</ButtonLink>}
        className="py-24"
      >
        Your orders appear here, from the first stitch to your door.
      </EmptyState>
    );
  }
  return (
    <div className="space-y-4">
      <h2 className="sr-only">Orders</h2>
      <MyOrderTable rows={list.rows} />
      <Pagination page={list.page} pageCount={list.pageCount} label="Orders" />
    </div>
  );
}

function NotLoaded() {
  return (
    <ReloadPanel
      loading={<OrdersLoading />}
      title="Your orders could not be loaded"
      text="They are safe. Please try again in a moment."
      className="mt-6"
    />
  );
}
