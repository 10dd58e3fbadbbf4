import type { ReactNode } from "react";
import { Link, useOutletContext } from "react-router";
import type { Fact } from "#app/components/page/page-parts.tsx";
import { FactsBand, NoBreak, PageHead } from "#app/components/page/page-parts.tsx";
import { productPath } from "#app/components/product/product-url.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { listingTags } from "#core/content-tag.ts";
import { formatMoney } from "#core/money-amount.ts";
import {
  BUSINESS_LABELS,
  productionLabels,
  shortPrice,
} from "#features/base/settings/business-facts.ts";
import type { SectionValues } from "#features/base/settings/settings-sections.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { EasedGarment } from "#features/body/garment-ease/garment-ease.ts";
import { sewingToleranceOf } from "#features/body/garment-ease/garment-ease.ts";
import { garmentTypeLabel } from "#features/catalog/listing/listing-filter.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { POLICY_VERSION, policyOf } from "#features/garments/contract/policy.ts";
import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";
import { FIT_POINTS, fitPointsOf, POINTS } from "#features/garments/fit-memory/fit-points.ts";
import type { Stage } from "#features/garments/garment/garment.ts";
import { STAGES, stageMessages } from "#features/garments/garment/garment.ts";
import { toleranceText } from "#features/garments/quality-control/quality-check.ts";
import type { MadeToMeasurePrice } from "#features/garments/specification/made-to-measure-prices.server.ts";
import { listMadeToMeasurePrices } from "#features/garments/specification/made-to-measure-prices.server.ts";
import { formatWork, nameMakers } from "#features/sales/impact/impact.ts";
import type { MadeGarment } from "#features/sales/impact/made-garment.server.ts";
import { findMadeGarment } from "#features/sales/impact/made-garment.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import type { Route } from "./+types/made-to-measure.ts";
import { describeWrittenPage } from "./static-page.server.ts";

/** The garments that the table of exactness names. */
const MEASURED_GARMENTS: readonly EasedGarment[] = ["shirt", "jacket", "pants", "skirt", "dress"];

const garmentName = (type: string) =>
  garmentTypeLabel(type) ?? `${type.charAt(0).toUpperCase()}${type.slice(1)}`;

function Section(props: { id: string; title: string; children: ReactNode }) {
  const { children, id, title } = props;
  return (
    <section aria-labelledby={id} className="shell border-t border-line py-14 md:py-20">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-12">
        <h2 id={id} className="display text-3xl lg:col-span-4">
          {title}
        </h2>
        <div className="min-w-0 lg:col-span-8">{children}</div>
      </div>
    </section>
  );
}

const head = "py-3 pr-4 text-left font-medium";

/** A table's row, whose cells stand below each other on a phone. */
const row =
  "grid gap-y-1 border-b border-line py-4 first:border-t sm:table-row sm:first:border-t-0";

/** What each type of garment costs at least, and how long its making takes. */
function Prices({ prices }: { prices: readonly MadeToMeasurePrice[] }) {
  if (prices.length === 0) {
    return (
      <p className="text-ink-soft">
        At the moment nothing can be ordered to measure here.{" "}
        <Link to="/contact" className="link">
          Ask the atelier
        </Link>
      </p>
    );
  }
  return (
    <>
      <table className="figures w-full border-collapse text-left">
        <caption className="sr-only">Prices and times by garment</caption>
        <thead className="max-sm:sr-only">
          <tr className="eyebrow border-b border-ink/70">
            <th scope="col" className={head}>
              Garment
            </th>
            <th scope="col" className={head}>
              From
            </th>
            <th scope="col" className={head}>
              Making
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ days, from, garmentType }) => (
            <tr key={garmentType} className={row}>
              <th scope="row" className="font-normal sm:py-4 sm:pr-4">
                {garmentName(garmentType)}
              </th>
              <td className="sm:py-4 sm:pr-4">
                <span className="sm:hidden">From </span>
                {formatMoney(from)}
              </td>
              <td className="text-ink-soft sm:py-4">
                <span className="sm:hidden">Making </span>up to {days} days
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-5 max-w-[62ch] text-ink-soft">
        The price is that of the piece with what making it for you adds, and with the cheapest cloth
        and options. Each option shows its own price, and the sum of all is on the page before you
        order.
      </p>
    </>
  );
}

/** What the owner wrote; the fields of the stages have their names. */
type PageTexts = SectionValues["madeToMeasurePage"] & Readonly<Record<Stage, string>>;

/** At most so many images of the made garment stand beside each other. */
const MADE_IMAGES = 3;

/** The garment that the days are of. */
function MadeImages({ made: { images } }: { made: MadeGarment }) {
  const shown = images.slice(0, MADE_IMAGES);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Images of it" className="mt-8 grid max-w-160 grid-cols-3 gap-3">
      {shown.map(({ alt, focalX, focalY, height, id, width }) => (
        <li key={id}>
          <ResponsiveImage
            id={id}
            alt={alt}
            sizes="(min-width: 64rem) 13rem, 33vw"
            width={width}
            height={height}
            widths={[160, 320, 480]}
            focal={{ x: focalX, y: focalY }}
            className="aspect-4/5 w-full object-cover"
          />
        </li>
      ))}
    </ul>
  );
}

/** The stages of a garment; with the days of one that was made, where there is one. */
function Stages({ made, texts }: { made: MadeGarment | null; texts: PageTexts }) {
  const dayOf = (stage: Stage) => made?.stages.find((each) => each.stage === stage)?.day;
  return (
    <>
      <p className="max-w-[62ch] text-ink-soft">
        {made ? (
          <>
            The days are those of a real{" "}
            <Link to={productPath(made.productId)} className="link">
              {made.productName}
            </Link>
            , counted from its order
            {made.minutes > 0 && `, with ${formatWork(made.minutes)} of work`}
            {made.makers.length > 0 && ` by ${nameMakers(made.makers)}`}.
          </>
        ) : (
          "Your order's page shows each of them on the day on which it is reached."
        )}
      </p>
      {made && <MadeImages made={made} />}
      <ol className="mt-8">
        {STAGES.filter((stage) => made === null || stage === "received" || dayOf(stage)).map(
          (stage) => (
            <li
              key={stage}
              className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 border-t border-line py-5"
            >
              <span className="display figures text-xl text-demerara">
                {made ? `Day ${dayOf(stage) ?? 1}` : STAGES.indexOf(stage) + 1}
              </span>
              <div>
                <h3 className="display text-xl">{stageMessages[stage]}</h3>
                <p className="mt-1 max-w-[56ch] text-ink-soft">{texts[stage]}</p>
              </div>
            </li>
          ),
        )}
      </ol>
    </>
  );
}

/** One value of the table; on a phone with its garment, and left out where the garment does not have the point. */
function Tolerance({ garment, point }: { garment: EasedGarment; point: FitPoint }) {
  if (!fitPointsOf(garment).includes(point)) return <td className="py-3 pr-4 max-sm:hidden">–</td>;
  return (
    <td className="flex justify-between gap-4 sm:table-cell sm:py-3 sm:pr-4">
      <span className="text-ink-soft sm:hidden">{garmentName(garment)}</span>
      {toleranceText(sewingToleranceOf(garment, point)).replace(" cm", "")}
    </td>
  );
}

/** How exactly a garment is sewn to its pattern, from the table that quality control reads. */
function Tolerances() {
  return (
    <>
      <p className="max-w-[62ch] text-ink-soft">
        How much a sewn piece may differ from its pattern, in centimeters; girths are all around.
        Each finished piece is measured, and one outside these limits does not leave the atelier
        without a reason that is written down.
      </p>
      <table className="figures mt-6 w-full border-collapse text-left text-sm">
        <caption className="sr-only">Tolerances by garment, in centimeters</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-b border-ink/70">
            <th scope="col" className={head}>
              Point
            </th>
            {MEASURED_GARMENTS.map((garment) => (
              <th key={garment} scope="col" className={head}>
                {garmentName(garment)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIT_POINTS.map((point) => (
            <tr key={point} className={row}>
              <th scope="row" className="font-medium sm:py-3 sm:pr-4 sm:font-normal">
                {POINTS[point].label}
              </th>
              {MEASURED_GARMENTS.map((garment) => (
                <Tolerance key={garment} garment={garment} point={point} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type FitTerms = { days: number; creditCapMinor: number; closing: string };

/** The alteration allowance and the policy of every contract. */
function IfItDoesNotFit({ closing, creditCapMinor, days }: FitTerms) {
  return (
    <div className="prose">
      <p>
        For {days} days after its delivery, one alteration of each piece is free: you send it to us
        and pay that way; we change it and send it back at no cost.
        {creditCapMinor > 0 &&
          ` Or a tailor near you alters it: send us a photo of the receipt, and we give you up to ${shortPrice(creditCapMinor)} of store credit.`}{" "}
        A piece that differs from its order by more than the table below is made again, at any time.
      </p>
      {policyOf(POLICY_VERSION).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>{closing}</p>
    </div>
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const [prices, made, { creditCapMinor, days }, texts] = await Promise.all([
    listMadeToMeasurePrices(db),
    findMadeGarment(db),
    getSettings(db, "alterations"),
    getSettings(db, "madeToMeasurePage"),
  ]);
  const page = describeWrittenPage(context, "/made-to-measure", {
    title: "Made to Measure",
    description:
      "What a garment made to your measurements costs, how long it takes, how exact it is, and what happens when it does not fit.",
  });
  const shown = prices.map(({ example }) => ({ id: example.id }));
  const tags = [
    ...listingTags(made ? [...shown, { id: made.productId }] : shown),
    "settings",
    "impact",
  ] as const;
  return publicPage(
    { prices, made, texts, fit: { creditCapMinor, days, closing: texts.closing }, head: page },
    tags,
  );
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

/** What made to measure is, costs and promises, before anybody is measured. Every number is the one that the order uses. */
export default function MadeToMeasure({ loaderData }: Route.ComponentProps) {
  const { fit, made, prices, texts } = loaderData;
  const { delivery } = useOutletContext<SiteShell>();
  const { madeToMeasureExtra, processing } = productionLabels(delivery);
  const example = prices.at(-1)?.example;
  const facts: Fact[] = [
    ...prices.slice(0, 1).map(({ from, garmentType }) => ({
      value: `From ${formatMoney(from).replace(/\.00$/, "")}`,
      text: `for ${garmentName(garmentType).toLowerCase()}; each garment has its own price`,
    })),
    { value: BUSINESS_LABELS.madeToMeasure, text: "from your order to your door, as a rule" },
    { value: `${fit.days} days`, text: "after delivery, one alteration is free" },
  ];
  return (
    <article className="pb-10">
      <PageHead title="Made to Measure" lead={texts.lead}>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-8">
          <ButtonLink to="/shop" size="lg">
            Choose a piece
          </ButtonLink>
          <ButtonLink to="/measurement" size="lg" variant="quiet">
            How you are measured
          </ButtonLink>
        </div>
      </PageHead>
      <FactsBand label="Made to measure in short" facts={facts} />
      {example?.image && (
        <div className="shell pb-14 md:pb-20">
          <ResponsiveImage
            id={example.image.id}
            alt={example.image.alt}
            sizes="(min-width: 64rem) 40rem, 100vw"
            width={example.image.width}
            height={example.image.height}
            widths={[640, 960, 1280]}
            focal={{ x: example.image.focalX, y: example.image.focalY }}
            className="mx-auto max-h-[70svh] w-full object-cover lg:max-w-160"
          />
        </div>
      )}
      <Section id="cost" title="What it costs">
        <Prices prices={prices} />
      </Section>
      <Section id="time" title="How long it takes">
        <p className="max-w-[62ch] text-ink-soft">
          Orders are processed in <NoBreak>{processing}</NoBreak>, and making adds{" "}
          <NoBreak>{madeToMeasureExtra}</NoBreak>: with delivery usually{" "}
          <NoBreak>{BUSINESS_LABELS.madeToMeasure}</NoBreak>. The page of each piece knows the work
          that waits in the atelier and names the day. If you need it by a certain day, ask there:
          the answer is yes, yes with rush and its price, or the first day we can promise.
        </p>
        {prices.length > 0 && (
          <p className="mt-4 max-w-[62ch] text-ink-soft">
            Measuring takes about {Math.min(...prices.map(({ minutes }) => minutes))} to{" "}
            {Math.max(...prices.map(({ minutes }) => minutes))} minutes with a tape and is stored
            for the next piece.
          </p>
        )}
      </Section>
      <Section id="stages" title="One piece, from order to door">
        <Stages made={made} texts={texts} />
      </Section>
      <Section id="fit" title="If it does not fit">
        <IfItDoesNotFit {...fit} />
      </Section>
      <Section id="exact" title="How exact it is">
        <Tolerances />
      </Section>
    </article>
  );
}
