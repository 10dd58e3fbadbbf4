import { Circle, CircleCheck } from "lucide-react";
import { use } from "react";
import { Link } from "react-router";
import { useServerNow } from "#app/admin/office/inbox/entry-badge.tsx";
import { OpensMeasurementsContext } from "#app/components/admin/atelier-link.tsx";
import { DASHBOARD_PATH } from "#app/components/admin/dashboard-tabs.ts";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { formatNumber } from "#core/format-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { Currency } from "#core/money-amount.ts";
import type { MoveableHoliday } from "#core/moveable-holidays.ts";
import { holidayText } from "#core/moveable-holidays.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { mailRouteOf, mailsNote } from "#features/base/mail/outbox.ts";
import { settingsQuery } from "#features/base/settings/settings-sections.ts";
import { listLowCloths } from "#features/garments/cloth/cloth-queries.server.ts";
import { listNearPromise } from "#features/office/inbox/inbox-list-queries.server.ts";
import {
  countAtelierWork,
  listUnknownHolidays,
} from "#features/office/reports/atelier-work.server.ts";
import type { AtelierWork } from "#features/office/reports/atelier-work.ts";
import { ATELIER_WORK } from "#features/office/reports/atelier-work.ts";
import { listDueWork } from "#features/office/reports/due-work.server.ts";
import type { FirstStep } from "#features/office/reports/first-steps.ts";
import { firstSteps } from "#features/office/reports/first-steps.ts";
import type { PendingCounts } from "#features/office/reports/report-queries.server.ts";
import { getShopReport, readBeginnings } from "#features/office/reports/report-queries.server.ts";
import { listHealthProblems } from "#features/office/reports/watch-health.server.ts";
import { mailServerOf } from "#platform/mailer.server.ts";
import { Notice } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/overview.ts";
import {
  BestSellers,
  DueNext,
  LowClothPanel,
  LowStock,
  NearPromise,
  OrderStates,
} from "./ranked-lists.tsx";
import { SalesChart } from "./sales-chart.tsx";

type Props = { pending: PendingCounts; lowStock: number; mailRoute: MailRoute };

function OverviewTiles({ pending, lowStock, mailRoute }: Props) {
  const tiles = [
    {
      label: "To ship",
      count: pending.toShip,
      note: "Paid orders",
      to: "/admin/orders?way=to_ship",
    },
    {
      label: "To answer",
      count: pending.unanswered,
      note: "Within 24 hours",
      to: "/admin/inbox?status=new",
    },
    {
      label: "Returns",
      count: pending.openReturns,
      note:
        pending.unpaidReturns === 0
          ? "Announced or here"
          : `${formatNumber(pending.unpaidReturns)} to refund again`,
      to: "/admin/orders?returns=open",
    },
    {
      label: "Being paid",
      count: pending.beingPaid,
      note: "Payment page open",
      to: "/admin/orders?status=pending",
    },
    { label: "Stock", count: lowStock, note: "Running low", to: "/admin/stock?view=low" },
    {
      label: "Mails",
      count: pending.undeliveredMails,
      note: mailsNote(
        { stored: pending.storedMails, undelivered: pending.undeliveredMails },
        mailRoute,
      ),
      to: "/admin/outbox?status=failed",
    },
  ];
  return <Tiles label="What waits" tiles={tiles} className="sm:grid-cols-3 xl:grid-cols-6" />;
}

/** Asks for the days of holidays that are gazetted each year. */
function HolidayNotice({ holidays }: { holidays: readonly MoveableHoliday[] }) {
  if (holidays.length === 0) return null;
  return (
    <Notice kind="info" title="Holidays whose day is not entered yet" className="mb-6">
      <ul>
        {holidays.map((holiday) => (
          <li key={holiday.name + holiday.estimate}>{holidayText(holiday)}</li>
        ))}
      </ul>
      <p className="mt-1">
        Promises near them have a day of margin.{" "}
        <Link to={`${DASHBOARD_PATH}${settingsQuery("shipping")}`} className="link">
          Enter the gazetted days
        </Link>
      </p>
    </Notice>
  );
}

/** What waits in the atelier. */
function AtelierTiles({ work }: { work: AtelierWork }) {
  const opensMeasurements = use(OpensMeasurementsContext);
  const tiles = ATELIER_WORK.map(({ kind, label, needsMeasurements = false, note, to }) => {
    const isRefused = needsMeasurements && !opensMeasurements;
    return { label, note, to: isRefused ? null : to, count: work[kind] };
  });
  return <Tiles label="What waits in the atelier" tiles={tiles} className="mt-4 sm:grid-cols-4" />;
}

type TilesProps = {
  label: string;
  /** `to` is null where the list would be refused. */
  tiles: readonly { label: string; count: number; note: string; to: string | null }[];
  className: string;
};

function Tiles({ className, label, tiles }: TilesProps) {
  return (
    <ul
      aria-label={label}
      className={`grid grid-cols-2 border-t border-l border-line ${className}`}
    >
      {tiles.map(({ to, ...tile }) => (
        <li key={tile.label} className="border-r border-b border-line">
          {to === null ? (
            <div className="p-4 sm:p-5">
              <TileText {...tile} />
            </div>
          ) : (
            <Link
              to={to}
              className="block h-full p-4 transition-colors -outline-offset-2 hover:bg-paper sm:p-5"
            >
              <TileText {...tile} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function TileText({ count, label, note }: { label: string; count: number; note: string }) {
  return (
    <>
      <span className="eyebrow block">{label}</span>
      <span
        className={`figures mt-1 block text-xl ${count === 0 ? "text-ink-quiet" : "font-medium"}`}
      >
        {formatNumber(count)}
      </span>
      <span className="block text-xs text-ink-quiet">{note}</span>
    </>
  );
}

type FirstStepsProps = { steps: readonly FirstStep[]; hasSold: boolean };

function FirstStepsList({ hasSold, steps }: FirstStepsProps) {
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="first-steps" className="mb-10 border border-line bg-paper p-5 sm:p-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first-steps" className="display text-xl">
          {hasSold ? "Still to do" : "Before you sell"}
        </h2>
        {!hasSold && (
          <p className="figures text-sm text-ink-quiet">
            {done} of {steps.length} done
          </p>
        )}
      </div>
      <ol className={`mt-3 grid gap-x-10 ${steps.length > 1 ? "lg:grid-cols-2" : ""}`}>
        {steps.map((step) => (
          <Step key={step.title} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { title, text, path, isDone } }: { step: FirstStep }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="relative flex gap-3 border-t border-line py-4">
      <Icon
        size={20}
        aria-hidden="true"
        className={`mt-0.5 ${isDone ? "text-success" : "text-ink-quiet"}`}
      />
      <div>
        {path === null ? (
          <span className={isDone ? "text-ink-soft" : "font-medium"}>{title}</span>
        ) : (
          <Link
            to={path}
            className={`after:absolute after:inset-0 hover:text-demerara ${isDone ? "text-ink-soft" : "font-medium"}`}
          >
            {title}
          </Link>
        )}
        {isDone && <span className="text-sm text-success"> · Done</span>}
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
    </li>
  );
}

/** Rows of each list of what is due next. */
const MAX_DUE = 5;

const CURRENCIES: readonly Currency[] = ["USD", "GYD"];

/** Every choice of the page and what it can read. */
const OVERVIEW_FILTERS: readonly FilterReader[] = [
  { label: "Currency", name: "currency", isReadable: oneOf(CURRENCIES) },
];

const currencyNames: Record<Currency, string> = { USD: "US dollars", GYD: "Guyana dollars" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, env } = context.get(depsContext);
  const actor = context.get(actorContext);
  const now = clock.now();
  const currency = CURRENCIES.find((each) => each === url.searchParams.get("currency")) ?? "USD";
  const environment = {
    mailServer: env.SMTP_URL === undefined ? null : mailServerOf(env.SMTP_URL),
    acceptsCards: env.STRIPE_SECRET_KEY !== undefined,
  };
  const [report, near, due, beginnings, health, cloths, atelier, holidays] = await Promise.all([
    getShopReport(db, { actor, now, currency }),
    listNearPromise(db, { actor, most: MAX_DUE }),
    listDueWork(db, { actor, most: MAX_DUE }),
    readBeginnings(db, { actor, env: environment }),
    listHealthProblems(db, { actor, now }),
    listLowCloths(db, { actor }),
    countAtelierWork(db, { actor, now }),
    listUnknownHolidays(db, { actor, now }),
  ]);
  if (!report.ok || !near.ok || !due.ok || !beginnings.ok || !health.ok || !cloths.ok) {
    return refuse();
  }
  if (!atelier.ok || !holidays.ok) return refuse();
  const steps = firstSteps(beginnings.value);
  const { hasSold, lastBackupAt, lastBackupKeys } = beginnings.value;
  return {
    report: report.value,
    mailRoute: mailRouteOf(env),
    near: near.value,
    due: due.value,
    problems: health.value,
    steps,
    hasSold,
    lastBackupAt,
    lastBackupKeys,
    now,
    cloths: cloths.value,
    atelier: atelier.value,
    holidays: holidays.value,
  };
}

export const meta: Route.MetaFunction = () => [
  { title: "Overview" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { atelier, cloths, due, hasSold, report, lastBackupAt, lastBackupKeys, near } = loaderData;
  const { problems, steps } = loaderData;
  const now = useServerNow(loaderData.now);
  return (
    <AdminPage title="Overview" lead="Your shop today, in Georgetown time.">
      <UnreadableFilters filters={OVERVIEW_FILTERS} shown="page" />
      {problems.map(({ problem, text, title }) => (
        <Notice key={problem} kind="warning" title={title} className="mb-6">
          {text}
        </Notice>
      ))}
      <FirstStepsList steps={steps} hasSold={hasSold} />
      <HolidayNotice holidays={loaderData.holidays} />
      <OverviewTiles
        pending={report.pending}
        lowStock={report.low.total}
        mailRoute={loaderData.mailRoute}
      />
      <AtelierTiles work={atelier} />
      <div className="mt-10">
        <Currencies shown={report.sales.currency} currencies={report.currencies} />
        <SalesChart sales={report.sales} />
      </div>
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-2">
        <NearPromise entries={near} now={now} />
        <DueNext work={due} now={now} />
        <OrderStates states={report.states} />
        <BestSellers sellers={report.bestSellers} />
        <LowStock low={report.low} />
        <LowClothPanel cloths={cloths} />
      </div>
      {lastBackupAt && (
        <p className="mt-10 max-w-prose text-sm text-ink-quiet">
          Last backup: {formatMoment(lastBackupAt)}.{" "}
          {lastBackupKeys && BACKUP_KEYS_TEXT[lastBackupKeys]}
        </p>
      )}
    </AdminPage>
  );
}

/** What the owner must know to read a backup on another machine. */
const BACKUP_KEYS_TEXT = {
  sealed:
    "All keys of the shop are in it, sealed by the backup passphrase: keep that passphrase somewhere else.",
  plain:
    "It holds the sign-in and payment keys unsealed, and not the key of the measurements: on another machine nobody could read them. Set BACKUP_PASSPHRASE on the server to have all keys in it, sealed.",
  none: "It holds no keys: on another machine measurements, second factors and payment keys open only with a copy of them. Set BACKUP_PASSPHRASE on the server to have all keys in it, sealed.",
} as const;

type CurrenciesProps = { shown: Currency; currencies: readonly Currency[] };

/** Amounts cannot be added across currencies. */
function Currencies({ shown, currencies }: CurrenciesProps) {
  if (currencies.length < 2) return null;
  return (
    <LinkTabs
      label="Sales by currency"
      className="mb-6"
      tabs={currencies.map((currency) => ({
        label: currencyNames[currency],
        search: currency === "USD" ? "" : `?currency=${currency}`,
        current: currency === shown,
      }))}
    />
  );
}
