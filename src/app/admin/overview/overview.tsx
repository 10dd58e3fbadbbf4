import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Currency } from "#core/money-amount.ts";
import { listNearPromise } from "#features/inbox/inbox-list-queries.server.ts";
import { readBeginnings } from "#features/reports/beginnings-queries.server.ts";
import { firstSteps } from "#features/reports/first-steps.ts";
import { getShopReport } from "#features/reports/report-queries.server.ts";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { useServerNow } from "../inbox/use-server-now.ts";
import type { Route } from "./+types/overview.ts";
import { FirstStepsList } from "./first-steps-list.tsx";
import { OverviewTiles } from "./overview-tiles.tsx";
import { BestSellers, LowStock, NearPromise, OrderStates } from "./ranked-lists.tsx";
import { SalesChart } from "./sales-chart.tsx";

const MOST_TO_ANSWER = 5;

const currencyWords: Record<Currency, string> = { USD: "US dollars", GYD: "Guyana dollars" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, env } = context.get(depsContext);
  const actor = context.get(actorContext);
  const now = clock.now();
  const currency: Currency = url.searchParams.get("currency") === "GYD" ? "GYD" : "USD";
  const told = {
    sendsMail: env.SMTP_URL !== undefined,
    takesCards: env.STRIPE_SECRET_KEY !== undefined,
  };
  const [figures, near, beginnings] = await Promise.all([
    getShopReport(db, { actor, now, currency }),
    listNearPromise(db, { actor, most: MOST_TO_ANSWER }),
    readBeginnings(db, { actor, env: told }),
  ]);
  if (!figures.ok || !near.ok || !beginnings.ok) return refuse();
  return { figures: figures.value, near: near.value, steps: firstSteps(beginnings.value), now };
}

export const meta: Route.MetaFunction = () => [
  { title: "Overview" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { figures, near, steps } = loaderData;
  const now = useServerNow(loaderData.now);
  return (
    <AdminPage title="Overview" lead="Where the house stands today, by Georgetown's clock.">
      <FirstStepsList steps={steps} />
      <OverviewTiles desk={figures.desk} lowStock={figures.low.total} />
      <div className="mt-10">
        <Currencies shown={figures.sales.currency} currencies={figures.currencies} />
        <SalesChart sales={figures.sales} />
      </div>
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-2">
        <NearPromise entries={near} now={now} />
        <OrderStates states={figures.states} />
        <BestSellers sellers={figures.bestSellers} />
        <LowStock low={figures.low} />
      </div>
    </AdminPage>
  );
}

type CurrenciesProps = { shown: Currency; currencies: readonly Currency[] };

/** Amounts of two currencies have no sum: one at a time. */
function Currencies({ shown, currencies }: CurrenciesProps) {
  if (currencies.length < 2) return null;
  return (
    <LinkTabs
      label="Sales by currency"
      className="mb-6"
      tabs={currencies.map((currency) => ({
        label: currencyWords[currency],
        search: currency === "USD" ? "" : `?currency=${currency}`,
        current: currency === shown,
      }))}
    />
  );
}
