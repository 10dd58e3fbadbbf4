import type { OrderFilter } from "#features/orders/list/order-filter.ts";
import { EVERY_ORDER, orderFilterQuery } from "#features/orders/list/order-filter.ts";
import { BUILT_IN_VIEWS } from "#features/orders/list/order-view.ts";
import type { OrderViews } from "#features/orders/list/order-view-queries.server.ts";
import { LinkTabs } from "#ui/link-tabs.tsx";

type Props = { filter: OrderFilter; views: OrderViews };

/** The views of the list: what waits for the owner with how much of it, and what was kept. */
export function OrderViewTabs({ filter, views }: Props) {
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
