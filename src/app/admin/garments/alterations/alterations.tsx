import { Link } from "react-router";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { isListSearched, ListSearch } from "#app/components/admin/list-search.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuseWithoutAtelier } from "#app/web/require-admin.server.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { readListSearch } from "#core/submitted-text.ts";
import type { CauseCount } from "#features/garments/alterations/alteration-queries.server.ts";
import {
  listAlterations,
  reportCauses,
} from "#features/garments/alterations/alteration-queries.server.ts";
import {
  alterationMessages,
  alterationTone,
  causeMessages,
  remedyMessages,
} from "#features/garments/alterations/alteration-rules.ts";
import { Badge } from "#ui/badge.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Cell, CellNote, HeadCell, Table } from "#ui/table.tsx";
import type { Route } from "./+types/alterations.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const search = readListSearch(url.searchParams);
  const list = await listAlterations(db, { actor, search });
  const causes = await reportCauses(db, { actor });
  if (!list.ok || !causes.ok) return refuseWithoutAtelier();
  return { list: list.value, causes: causes.value, search };
}

export const meta: Route.MetaFunction = () => [
  { title: "Alterations" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Alterations({ loaderData }: Route.ComponentProps) {
  const { causes, list, search } = loaderData;
  return (
    <AdminPage
      title="Alterations"
      lead="What customers ask for after delivery, and why clothes did not fit."
    >
      <AtelierTabs />
      {isListSearched(list.length, search) && (
        <ListSearch label="Number, garment or order" search={search} />
      )}
      {list.length === 0 ? (
        <EmptyState title={search ? "No request matches" : "No requests yet"}>
          {search
            ? "Try a part of its number, or the name of the garment."
            : "A customer asks on the page of a delivered garment, and the request is here."}
        </EmptyState>
      ) : (
        <Table
          caption="Requests"
          dense
          head={
            <>
              <HeadCell>Request</HeadCell>
              <HeadCell>Garment</HeadCell>
              <HeadCell className="max-sm:hidden">Asked for</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell className="max-sm:hidden">Since</HeadCell>
            </>
          }
        >
          {list.map(({ createdAt, garment, id, isFree, number, remedy, status }) => (
            <tr key={id}>
              <Cell>
                <Link
                  to={`/admin/atelier/alterations/${id}`}
                  className="link inline-flex min-h-11 items-center font-medium"
                >
                  {number}
                </Link>
              </Cell>
              <Cell>
                {garment ? `${garment.name}, ${garment.orderNumber}` : "Erased"}
                <CellNote className="sm:hidden">
                  {remedyMessages[remedy].label}
                  {isFree && " (free)"}, {formatDay(createdAt)}
                </CellNote>
              </Cell>
              <Cell className="max-sm:hidden">
                {remedyMessages[remedy].label}
                {isFree && <span className="text-ink-quiet"> (free)</span>}
              </Cell>
              <Cell>
                <Badge kind={alterationTone(status)}>{alterationMessages[status]}</Badge>
              </Cell>
              <Cell className="max-sm:hidden">{formatDay(createdAt)}</Cell>
            </tr>
          ))}
        </Table>
      )}
      {causes.length > 0 && <Causes causes={causes} />}
    </AdminPage>
  );
}

const currencyOf = (currency: string) => (currency === "GYD" ? "GYD" : "USD");

function Causes({ causes }: { causes: readonly CauseCount[] }) {
  return (
    <section aria-labelledby="causes" className="mt-12">
      <h2 id="causes" className="display mb-4 text-xl">
        Why clothes did not fit
      </h2>
      <Table
        caption="Causes"
        dense
        head={
          <>
            <HeadCell>Cause</HeadCell>
            <HeadCell align="right">Requests</HeadCell>
            <HeadCell align="right">Made again</HeadCell>
            <HeadCell align="right">Cost</HeadCell>
          </>
        }
      >
        {causes.map(({ cause, costs, remakes, requests }) => (
          <tr key={cause}>
            <Cell>{causeMessages[cause]}</Cell>
            <Cell align="right">{requests}</Cell>
            <Cell align="right">{remakes}</Cell>
            <Cell align="right">
              {costs
                .map(({ costMinor, currency }) =>
                  formatMoney(money(costMinor, currencyOf(currency))),
                )
                .join(", ")}
            </Cell>
          </tr>
        ))}
      </Table>
    </section>
  );
}
