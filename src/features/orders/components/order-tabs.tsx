import { LinkTabs } from "#ui/link-tabs.tsx";
import type { OrderStatus } from "../order.ts";
import { ORDER_STATUSES, statusWord } from "../order.ts";
import type { OrderFilter } from "../order-filter.ts";
import { orderFilterQuery } from "../order-filter.ts";

type Props = { filter: OrderFilter; counts: Partial<Record<OrderStatus, number>> };

/** The statuses and how many orders each has. */
export function OrderTabs({ filter, counts }: Props) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tab = (status: OrderStatus | null, label: string, count: number) => ({
    label,
    count,
    search: orderFilterQuery({ ...filter, status }),
    current: filter.status === status,
  });
  const ofStatus = ORDER_STATUSES.map((each) => tab(each, statusWord(each), counts[each] ?? 0));
  return <LinkTabs label="Orders by status" tabs={[tab(null, "All", total), ...ofStatus]} />;
}
