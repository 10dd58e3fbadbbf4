import { useEffect } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { claimGuestOrders } from "#features/orders/claim-guest-orders.server.ts";
import type { MyOrderList } from "#features/orders/my-order-list-queries.server.ts";
import { listMyOrders, readOrdersPage } from "#features/orders/my-order-list-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { Route } from "./+types/orders.ts";
import { AccountError } from "./account-error.tsx";
import { accountMeta } from "./account-meta.ts";
import { AccountPage } from "./account-page.tsx";
import { refuseAccount } from "./account-responses.server.ts";
import { MyOrderTable } from "./my-order-table.tsx";
import { OrdersLoading } from "./orders-loading.tsx";

const FAILED = "Could not load your orders. Please try again later.";

async function findOrders({ context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  try {
    await claimGuestOrders(deps, { actor });
    return await listMyOrders(deps.db, { actor, page: readOrdersPage(url.searchParams) });
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
        <div className="pt-4 md:pt-8">{list ? <Found list={list} /> : <NotLoaded />}</div>
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
        What you order stands here, from the first stitch to your door.
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
  const { revalidate, state } = useRevalidator();
  if (state !== "idle") return <OrdersLoading />;
  return (
    <ErrorPanel
      title="Your orders could not be loaded"
      text="They are safe. Please try again in a moment."
      onRetry={() => void revalidate()}
      className="mt-6"
    />
  );
}
