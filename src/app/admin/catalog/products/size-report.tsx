import { Link } from "react-router";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { formatNumber, formatPercent } from "#core/format-number.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { NAMING_CHANCE } from "#features/body/size-advice/size-fit.ts";
import type { Shares, SizeReport } from "#features/body/size-advice/size-report.ts";
import { getSurveySizeReport } from "#features/body/size-advice/survey-size-report.server.ts";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/size-report.ts";

/** The chart sizes these garments by different girths. */
const GARMENTS = [
  { type: "dress", label: "Dresses, jackets, outerwear", by: "chest, waist and hips" },
  { type: "top", label: "Shirts and tops", by: "chest and waist" },
  { type: "skirt", label: "Pants and skirts", by: "waist and hips" },
] as const;

const REPORT_FILTERS: readonly FilterReader[] = [
  { label: "Garment", name: "garment", isReadable: oneOf(GARMENTS.map(({ type }) => type)) },
];

const garmentOf = (params: URLSearchParams) =>
  GARMENTS.find(({ type }) => type === params.get("garment")) ?? GARMENTS[0];

export function loader({ context, url }: Route.LoaderArgs) {
  const garment = garmentOf(url.searchParams);
  const found = getSurveySizeReport(context.get(actorContext), garment.type);
  return found.ok ? { ...found.value, garment } : refuse();
}

export const meta: Route.MetaFunction = () => [
  { title: "Whom the sizes fit" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Writes a share as "12 %", "under 1 %" or "none". */
function percent(share: number): string {
  if (share === 0) return "none";
  return share < 0.005 ? `under ${formatPercent(1)}` : formatPercent(Math.round(100 * share));
}

export default function SizeReportPage({ loaderData }: Route.ComponentProps) {
  const { garment, men, report, women } = loaderData;
  return (
    <AdminPage
      title="Whom the sizes fit"
      lead={`Your size chart on ${formatNumber(women + men)} measured adults, women and men counted equally.`}
    >
      <LinkTabs
        label="Garment"
        tabs={GARMENTS.map(({ label, type }) => ({
          label,
          search: type === GARMENTS[0].type ? "" : `?garment=${type}`,
          current: type === garment.type,
        }))}
      />
      <UnreadableFilters filters={REPORT_FILTERS} />
      <Summary report={report} by={garment.by} />
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <SizeBars report={report} />
        <Gaps report={report} />
      </div>
      <Naming />
      <Sources women={women} men={men} />
    </AdminPage>
  );
}

/** The least share of women or men for which a gap is worth a sentence. */
const NAMED_GAP = 0.1;

/** The widest gap of the chart and the place that causes it; "" while nobody in ten is without a size. */
function gapText({ above, below, tooTight }: SizeReport): string {
  const gaps = (["women", "men"] as const).flatMap((people) => [
    { people, share: above[people], where: "above XXL" },
    { people, share: below[people], where: "below XS" },
  ]);
  const [widest] = gaps.toSorted((one, other) => other.share - one.share);
  if (!widest || widest.share < NAMED_GAP) return "";
  const { people } = widest;
  const sentence = `The widest gap: ${percent(widest.share)} of ${people} are ${widest.where}.`;
  const [tight] = tooTight.toSorted((one, other) => other.share[people] - one.share[people]);
  if (widest.where !== "above XXL" || !tight) return sentence;
  return `${sentence} For them XXL is most often too tight at the ${MEASUREMENTS[tight.name].label.toLowerCase()}: a larger size there, or Custom, would serve them.`;
}

function Summary({ report, by }: { report: SizeReport; by: string }) {
  const { above, below, wellServed } = report;
  const unserved = above.all + below.all;
  const gap = gapText(report);
  return (
    <div className="mt-6 max-w-prose space-y-3">
      {gap && <p className="border-l-2 border-demerara pl-4 font-medium">{gap}</p>}
      <p>
        Sized by {by}, the chart has a size for{" "}
        <strong className="font-medium">{percent(1 - unserved)}</strong> of these people. It fits at
        every place for <strong className="font-medium">{percent(wellServed.all)}</strong> (
        {percent(wellServed.women)} of the women, {percent(wellServed.men)} of the men); the others
        take the smallest size that is tight nowhere and is loose somewhere. The rest need Custom.
      </p>
    </div>
  );
}

/** When Find my size names a size, in words that the owner can hold against a customer's question. */
function Naming() {
  return (
    <section aria-labelledby="naming-title" className="mt-10 max-w-prose">
      <h2 id="naming-title" className="display border-b border-ink/70 pb-2 text-xl">
        When Find my size names a size
      </h2>
      <p className="mt-3">
        It names one when every girth that decides is known, or when at least{" "}
        <strong className="font-medium">{NAMING_CHANCE * 10} in 10</strong> people who could have
        given the answers wear it and every other size is less likely. Before that it says between
        which sizes the answers leave it, what it would like to know next, and why.
      </p>
      <p className="mt-3">
        The reason for {NAMING_CHANCE * 10} in 10: after height, weight and one girth it names a
        size for nearly nine in ten people, and for nearly nine in ten of them it is the size that
        all their girths give. A lower limit names more wrong sizes, a higher one asks for more
        tape.
      </p>
    </section>
  );
}

type BarsProps = { name: string; shares: Shares; most: number };

/** Two bars, whose lengths the text repeats. */
function Bars({ name, shares, most }: BarsProps) {
  const bars = [
    { label: "women", share: shares.women, className: "fill-demerara" },
    { label: "men", share: shares.men, className: "fill-ink" },
  ];
  return (
    <li className="grid grid-cols-[7rem_1fr] items-center gap-x-4 py-2.5 text-sm">
      <span className="font-medium">{name}</span>
      <div className="space-y-1">
        {bars.map(({ className, label, share }) => (
          <div key={label} className="grid grid-cols-[1fr_8rem] items-center gap-3">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              className="block h-2 w-full"
            >
              <rect width={(share / most) * 100} height="1" className={className} />
            </svg>
            <span className="figures whitespace-nowrap text-ink-soft">
              {percent(share)} of {label}
            </span>
          </div>
        ))}
      </div>
    </li>
  );
}

function SizeBars({ report }: { report: SizeReport }) {
  const rows = [
    { name: "Below XS", shares: report.below },
    ...report.sizes.map(({ size, wear }) => ({ name: size, shares: wear })),
    { name: "Above XXL", shares: report.above },
  ];
  const most = Math.max(0.01, ...rows.flatMap(({ shares }) => [shares.women, shares.men]));
  return (
    <section aria-labelledby="sizes-title">
      <h2 id="sizes-title" className="display border-b border-ink/70 pb-2 text-xl">
        Which size people wear
      </h2>
      <ul className="divide-y divide-line border-b border-line">
        {rows.map(({ name, shares }) => (
          <Bars key={name} name={name} shares={shares} most={most} />
        ))}
      </ul>
    </section>
  );
}

function Gaps({ report }: { report: SizeReport }) {
  const widest = Math.max(
    0.01,
    ...report.tooTight.flatMap(({ share }) => [share.women, share.men]),
  );
  return (
    <section aria-labelledby="gaps-title">
      <h2 id="gaps-title" className="display border-b border-ink/70 pb-2 text-xl">
        Where the largest size is too tight
      </h2>
      <ul className="divide-y divide-line border-b border-line">
        {report.tooTight.map(({ name, share }) => (
          <Bars key={name} name={measurementName(name)} shares={share} most={widest} />
        ))}
      </ul>
      <p className="mt-4 max-w-prose text-sm text-ink-soft">
        A person counts at each place. A larger size serves people here; a size below XS would serve{" "}
        {percent(report.below.women)} of the women and {percent(report.below.men)} of the men.
      </p>
    </section>
  );
}

const measurementName = (name: keyof typeof MEASUREMENTS) =>
  name === "seat" ? "Hips (seat)" : MEASUREMENTS[name].label;

/** What the figures rest on, and what they cannot say. */
function Sources({ women, men }: { women: number; men: number }) {
  return (
    <section aria-labelledby="sources-title" className="mt-10 max-w-prose text-sm text-ink-soft">
      <h2 id="sources-title" className="font-medium text-ink">
        What these figures rest on
      </h2>
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        <li>
          {formatNumber(women)} women and {formatNumber(men)} men of NHANES, a survey of the adults
          of the United States from 2017 to March 2020. Your customers may be smaller or larger.
        </li>
        <li>
          Their hips (at the fullest part) were measured. Chest and waist were not: they are drawn
          from two other surveys (ANSUR II and Heinz et al.) for people of the same sex, height,
          weight and hips. Read them to the nearest few percent.
        </li>
        <li>
          A size counts as a person's when it is the smallest that is tight nowhere, as the shop
          advises. Garment measurements of single products are not part of it.
        </li>
      </ul>
      <p className="mt-4">
        <Link to="/admin?tab=products" className="link py-2">
          All products
        </Link>
      </p>
    </section>
  );
}
