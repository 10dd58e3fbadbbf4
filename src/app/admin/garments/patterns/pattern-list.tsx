import type { ReactNode } from "react";
import { use } from "react";
import { Link } from "react-router";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { OpensMeasurementsContext } from "#app/components/admin/atelier-link.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { PatternBadge } from "#app/components/patterns/pattern-badge.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { countLabel } from "#core/format-number.ts";
import { formatDay, startOfDay } from "#core/georgetown-time.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { stageMessages } from "#features/garments/garment/garment.ts";
import type {
  PatternListRow,
  PatternTask,
} from "#features/garments/order-patterns/tailor-patterns.server.ts";
import {
  listPatternLines,
  PATTERN_TASKS,
  taskOf,
} from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { sizeAndColor } from "#features/orders/order/line-description.ts";
import { Badge } from "#ui/badge.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/pattern-list.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const listed = await listPatternLines(context.get(depsContext).db, {
    actor: context.get(actorContext),
  });
  if (!listed.ok) return refuse();
  const requested = url.searchParams.get("show");
  const shown = PATTERN_TASKS.find((task) => task === requested) ?? null;
  const counts = PATTERN_TASKS.map((task) => {
    return { task, count: listed.value.filter((row) => taskOf(row) === task).length };
  });
  const rows = listed.value.filter((row) => shown === null || taskOf(row) === shown);
  return { rows, shown, counts, all: listed.value.length };
}

const TASK_LABELS: Readonly<Record<PatternTask, string>> = {
  review: "To review",
  approve: "To approve",
  drafting: "Being drafted",
  approved: "Approved",
};

const PATTERN_FILTERS: readonly FilterReader[] = [
  { label: "What to do", name: "show", isReadable: oneOf(Object.keys(TASK_LABELS)) },
];

export const meta: Route.MetaFunction = () => [
  { title: "Patterns" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

function dueText({ shipBy }: PatternListRow): string {
  const day = shipBy && startOfDay(shipBy);
  return day ? `Leaves by ${formatDay(day)}` : "No date yet";
}

type RowProps = { orderItemId: string; children: ReactNode };

/** Leads to the pattern, which shows measurements; text alone for staff who may not open them. */
function PatternRowLink({ children, orderItemId }: RowProps) {
  const look = "grid gap-x-8 gap-y-2 py-4 md:grid-cols-3";
  if (!use(OpensMeasurementsContext)) return <div className={look}>{children}</div>;
  return (
    <Link to={`/admin/atelier/patterns/${orderItemId}`} className={`${look} hover:bg-cloth`}>
      {children}
    </Link>
  );
}

/** Paid garments that are not cut yet, the most urgent first. */
export default function PatternList({ loaderData }: Route.ComponentProps) {
  const { all, counts, rows, shown } = loaderData;
  const opensMeasurements = use(OpensMeasurementsContext);
  return (
    <AdminPage
      title="Patterns"
      lead={`Every paid garment is drafted to its body. ${opensMeasurements ? "Open one to check it, adjust it and approve it." : "Opening one needs the permission to open measurements."}`}
    >
      <AtelierTabs />
      {all > 0 && (
        <LinkTabs
          label="What to do"
          className="mb-6"
          tabs={[
            { label: "All", count: all, search: "", current: shown === null },
            ...counts.map(({ count, task }) => {
              const label = TASK_LABELS[task];
              return { label, count, search: `?show=${task}`, current: shown === task };
            }),
          ]}
        />
      )}
      <UnreadableFilters filters={PATTERN_FILTERS} />
      {rows.length === 0 ? (
        <EmptyState title={shown === null ? "No pattern waits" : "Nothing here now"}>
          A paid made-to-measure order appears here within a minute.
        </EmptyState>
      ) : (
        <ul
          data-summary={countLabel(rows.length, "pattern")}
          className="divide-y divide-line border-y border-line"
        >
          {rows.map((row) => (
            <li key={row.orderItemId}>
              <PatternRowLink orderItemId={row.orderItemId}>
                <span>
                  <span className="block font-medium">{row.name}</span>
                  <span className="block text-sm text-ink-soft">
                    {sizeAndColor(row.ordered).join(", ")}
                  </span>
                  <span className="text-sm text-ink-soft">
                    Order {orderNumber(row.orderId)}, {stageMessages[row.stage].toLowerCase()}
                  </span>
                </span>
                <span className="flex flex-wrap content-start gap-2">
                  {row.components.length === 0 && <Badge kind="neutral">Being drafted</Badge>}
                  {row.components.map((component) => (
                    <PatternBadge
                      key={component.component}
                      state={component}
                      name={row.components.length > 1 ? component.title : ""}
                    />
                  ))}
                </span>
                <span className="figures text-sm text-ink-soft">{dueText(row)}</span>
              </PatternRowLink>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}
