import { Link } from "react-router";
import { classNames } from "#ui/class-names.ts";
import type { OrderStatus } from "../order.ts";
import { ORDER_STATUSES, statusWord } from "../order.ts";
import type { OrderFilter } from "../order-filter.ts";
import { orderFilterQuery } from "../order-filter.ts";

type Props = { filter: OrderFilter; counts: Partial<Record<OrderStatus, number>> };

/** The statuses and how many orders each has; links, so that a list can be kept and sent. */
export function OrderTabs({ filter, counts }: Props) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const entries = [
    { status: null, word: "All", count: total },
    ...ORDER_STATUSES.map((status) => ({
      status,
      word: statusWord(status),
      count: counts[status] ?? 0,
    })),
  ];
  return (
    <nav aria-label="Orders by status" className="border-b border-line">
      <ul className="-mb-px flex gap-5 overflow-x-auto sm:gap-7">
        {entries.map(({ status, word, count }) => (
          <li key={word} className="shrink-0">
            <Link
              to={{ search: orderFilterQuery({ ...filter, status }) }}
              aria-current={filter.status === status ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center gap-2 border-b-2 text-sm transition-colors -outline-offset-2",
                filter.status === status
                  ? "border-ink font-medium"
                  : "border-transparent text-ink-quiet hover:text-ink",
              )}
            >
              {word}{" "}
              <span className="figures text-xs text-ink-quiet">
                {count.toLocaleString("en-US")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
