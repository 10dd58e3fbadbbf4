import { Download } from "lucide-react";
import { data, redirect } from "react-router";
import { z } from "zod";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { countLabel } from "#core/format-number.ts";
import type { OrderFilter } from "#features/orders/order/list/order-filter.ts";
import {
  EVERY_ORDER,
  ORDER_FILTERS,
  orderFilterQuery,
  readOrderFilter,
} from "#features/orders/order/list/order-filter.ts";
import { listOrders } from "#features/orders/order/list/order-list-queries.server.ts";
import { BUILT_IN_VIEWS, MAX_ORDER_VIEWS } from "#features/orders/order/list/order-view.ts";
import type { OrderViews } from "#features/orders/order/list/order-views.server.ts";
import {
  deleteOrderView,
  keepOrderView,
  listOrderViews,
  renameOrderView,
} from "#features/orders/order/list/order-views.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { LinkTabs, Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/orders.ts";
import { OrderFilterForm } from "./order-filter-form.tsx";
import { OrderTable } from "./order-table.tsx";
import { ViewForms } from "./view-forms.tsx";

const listPath = (query: string) => `/admin/orders${query === "" ? "" : `?${query}`}`;

const viewSchema = z.object({
  intent: z.enum(["keep", "rename", "delete"]),
  id: z.string().default(""),
  name: z.string().default(""),
});

/** Saves, renames or deletes a view; a refusal returns the submitted name. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const submission = await parseForm(request, viewSchema);
  if (submission.status !== "success") throw data(null, { status: 400 });
  const { intent, id, name } = submission.value;
  if (intent === "delete") {
    const deleted = await deleteOrderView(deps, { actor, id });
    return deleted.ok ? redirect(listPath(""), 303) : refuse();
  }
  const stored =
    intent === "keep"
      ? await keepOrderView(deps, { actor, name, search: url.search })
      : await renameOrderView(deps, { actor, id, name });
  if (stored.ok) return redirect(listPath(stored.value.query), 303);
  const refused = (message: string) => rejectForm(submission, { fieldErrors: { name: [message] } });
  switch (stored.error.code) {
    case "forbidden":
      return refuse();
    case "not_found":
      return refused("This view is gone");
    case "too_many":
      return refused(`The list holds up to ${MAX_ORDER_VIEWS} views. Delete one first`);
    case "invalid":
      return refused(stored.error.message);
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

type Props = { filter: OrderFilter; views: OrderViews };

/** Shows built-in views with counts, and saved ones. */
function OrderViewTabs({ filter, views }: Props) {
  const here = orderFilterQuery(filter);
  const tab = (label: string, search: string, count?: number) => ({
    label,
    search,
    current: here === search,
    ...(count === undefined ? {} : { count }),
  });
  return (
    <LinkTabs
      label="Views of the orders"
      tabs={[
        tab("All orders", orderFilterQuery(EVERY_ORDER)),
        ...BUILT_IN_VIEWS.map((view) =>
          tab(view.name, orderFilterQuery(view.filter), views.counts[view.key]),
        ),
        ...views.saved.map((view) => tab(view.name, view.query && `?${view.query}`)),
      ]}
    />
  );
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = readOrderFilter(url.searchParams);
  const actor = context.get(actorContext);
  const { db } = context.get(depsContext);
  const [list, views] = await Promise.all([
    listOrders(db, { actor, filter }),
    listOrderViews(db, { actor }),
  ]);
  if (!list.ok || !views.ok) return refuse();
  return { filter, list: list.value, views: views.value };
}

export const meta: Route.MetaFunction = () => [
  { title: "Orders" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, list, views } = loaderData;
  const query = orderFilterQuery(filter);
  const view = views.saved.find((each) => `?${each.query}` === query) ?? null;
  const isBuiltIn = BUILT_IN_VIEWS.some((each) => orderFilterQuery(each.filter) === query);
  return (
    <AdminPage title="Orders">
      <OrderViewTabs filter={filter} views={views} />
      <OrderFilterForm filter={filter} counts={list.counts} />
      <UnreadableFilters filters={ORDER_FILTERS} hint="Amounts are written like 1,250.00." />
      <div className="mb-2 flex flex-wrap items-center gap-x-7">
        <p data-summary="" className="figures text-sm text-ink-quiet">
          {countLabel(list.total, "order")}
        </p>
        {query !== "" && !isBuiltIn && <ViewForms key={query} view={view} result={actionData} />}
        {list.total > 0 && (
          <a
            href={`/admin/orders/export${query}`}
            className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
            download
          >
            <Download size={16} aria-hidden="true" />
            Download as CSV
          </a>
        )}
      </div>
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

const NOTHING_WAITS: Readonly<Record<string, string>> = {
  to_ship: "Every paid order has left the atelier.",
  returns: "No return is on its way.",
  attention: "Nothing needs your attention.",
};

function NoOrders({ filter }: { filter: OrderFilter }) {
  const query = orderFilterQuery(filter);
  const view = BUILT_IN_VIEWS.find((each) => orderFilterQuery(each.filter) === query);
  if (query === "") {
    return <EmptyState title="No orders yet">The first one appears here.</EmptyState>;
  }
  if (view) return <EmptyState title="All done">{NOTHING_WAITS[view.key]}</EmptyState>;
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
