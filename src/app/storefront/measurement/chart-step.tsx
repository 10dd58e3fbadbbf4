import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import { PrintButton } from "#app/components/page/page-parts.tsx";
import { BodyDrawing } from "#app/components/size-guide/body-drawing.tsx";
import type { LitMeasure } from "#app/components/size-guide/size-chart-table.tsx";
import {
  MeasureSteps,
  SizeChartTable,
  useLitMeasure,
} from "#app/components/size-guide/size-chart-table.tsx";
import { useUnit } from "#app/components/size-guide/unit-preference.browser.ts";
import { useSizeFinder } from "#app/components/size-guide/use-size-finder.ts";
import { measuresOfGarment } from "#features/body/measurement/body-measures.ts";
import type { ChartMeasure, ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { SaveMeasurements } from "./save-measurements.tsx";
import { SizeFinderSection } from "./size-finder-section.tsx";
import type { SubmittedSize, WizardLocation, WizardProduct, WizardStep } from "./wizard-url.ts";
import { availability, productSizePath, sizeAdvicePath, wizardPath } from "./wizard-url.ts";

type UnitLinksProps = {
  unit: ChartUnit;
  /** Links work without JavaScript. */
  addressOf: (unit: ChartUnit) => string;
  onChoose: (unit: ChartUnit) => void;
};

function UnitLinks({ unit, addressOf, onChoose }: UnitLinksProps) {
  return (
    <nav aria-label="Unit of the chart" className="print:hidden">
      <ul className="inline-flex rounded-hair border border-line">
        {CHART_UNITS.map((each) => (
          <li key={each}>
            <Link
              to={addressOf(each)}
              replace
              preventScrollReset
              aria-current={each === unit ? "true" : undefined}
              onClick={() => onChoose(each)}
              className={classNames(
                "flex min-h-9 min-w-16 items-center justify-center px-3 text-sm transition-colors pointer-coarse:min-h-11",
                each === unit ? "bg-ink text-paper" : "text-ink-soft hover:text-demerara",
              )}
            >
              {each}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ChartPanelProps = {
  unit: ChartUnit;
  addressIn: (unit: ChartUnit) => string;
  onUnit: (unit: ChartUnit) => void;
  /** The chart highlights it. */
  advised: string | null;
  pointing: LitMeasure;
  measures: readonly ChartMeasure[];
};

/** Prints both units. */
function ChartPanel(props: ChartPanelProps) {
  const { unit, addressIn, onUnit, advised, pointing, measures } = props;
  const other = unit === "cm" ? "inches" : "cm";
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <UnitLinks unit={unit} addressOf={addressIn} onChoose={onUnit} />
        <PrintButton />
      </div>
      <p className="eyebrow hidden pb-2 print:block">{NAMES[unit]}</p>
      <SizeChartTable
        unit={unit}
        marked={advised}
        markedLabel="recommended"
        pointing={pointing}
        measures={measures}
      />
      <div className="hidden pt-8 print:block">
        <p className="eyebrow pb-2">{NAMES[other]}</p>
        <SizeChartTable unit={other} />
      </div>
    </>
  );
}

const NAMES: Readonly<Record<ChartUnit, string>> = { inches: "Inches", cm: "Centimetres" };

type ChartStepProps = StepProps & { wizardUnit: WizardUnit };

/** The third screen. */
export function ChartStep({ location, product, sent, headingRef, wizardUnit }: ChartStepProps) {
  const pointing = useLitMeasure();
  const { unit, choose } = wizardUnit;
  const measures = measuresOfGarment(product?.garmentType ?? null);
  const finder = useSizeFinder({ measures, unit, sent, product: product?.sized ?? null });
  const { advice } = finder;
  const advised = advice && advice.kind !== "above" && advice.kind !== "below" ? advice.size : null;
  const addressIn = (other: ChartUnit) => {
    if (!sent) return wizardPath({ ...location, step: 3, unit: other });
    const texts = measures.map((measure) => [measure, finder.textIn(measure, other)]);
    return sizeAdvicePath({ ...location, unit: other }, Object.fromEntries(texts));
  };
  return (
    <div className="grid grid-cols-[minmax(7.5rem,10rem)_1fr] gap-x-5 md:grid-cols-12 md:gap-x-8 lg:gap-x-16 print:block">
      <div className="col-span-2 md:col-span-7">
        <StepHead
          step={3}
          title="Size chart"
          lead={
            <>
              Body measurements, not garment measurements.{" "}
              <span className="print:hidden">
                Point at a column, and the figure shows where to measure.
              </span>
            </>
          }
          productName={product?.name ?? null}
          headingRef={headingRef}
        />
      </div>
      <div className="col-span-2 row-start-3 mt-8 md:col-span-7 md:row-start-2 md:mt-9">
        <ChartPanel
          unit={unit}
          addressIn={addressIn}
          onUnit={choose}
          advised={advised}
          pointing={pointing}
          measures={measures}
        />
      </div>
      <div className="row-start-2 mt-8 self-center md:sticky md:top-24 md:col-span-5 md:col-start-8 md:row-span-4 md:row-start-1 md:mt-0 md:self-start print:static print:float-left print:mt-8 print:mr-8 print:w-36">
        <BodyDrawing
          lit={pointing.lit}
          measures={measures}
          gender={product?.gender ?? "female"}
          className="mx-auto h-auto w-full md:h-[min(46rem,calc(100vh-8rem))] md:w-auto md:max-w-full print:h-auto print:w-36"
        />
      </div>
      <MeasureSteps
        lit={pointing.lit}
        measures={measures}
        className="row-start-2 mt-8 space-y-3 self-center md:col-span-7 md:row-start-3 md:grid md:grid-cols-2 md:gap-x-8 md:gap-y-5 md:space-y-0 print:pt-8"
      />
      <div className="col-span-2 row-start-4 mt-14 md:col-span-7 md:mt-16 print:hidden">
        <SizeFinderSection
          finder={finder}
          measures={measures}
          unit={unit}
          location={location}
          product={product}
          onUnit={choose}
          onFocusAt={pointing.onFocusAt}
        />
        <SaveMeasurements product={product?.measured ?? null} />
        <Onward location={location} product={product} advised={advised} />
      </div>
    </div>
  );
}

function Onward({
  location,
  product,
  advised,
}: Pick<ChartStepProps, "location" | "product"> & { advised: string | null }) {
  const size =
    product && advised && availability(product, advised) === "available" ? advised : null;
  return (
    <div className="mt-14 flex flex-wrap gap-3 border-t border-line pt-8">
      <ButtonLink to={product ? productSizePath(product, size) : "/shop"} size="lg">
        Shop With Size Guide
      </ButtonLink>
      <ButtonLink to={wizardPath({ ...location, step: 1 })} size="lg" variant="secondary">
        Back to Start
      </ButtonLink>
    </div>
  );
}

type StepHeadProps = {
  step: WizardStep;
  title: string;
  highlight?: ReactNode;
  lead: ReactNode;
  productName: string | null;
  /** Receives the focus when the customer continues. */
  headingRef: Ref<HTMLHeadingElement>;
};

export function StepHead({ step, title, highlight, lead, productName, headingRef }: StepHeadProps) {
  return (
    <header>
      <p className="eyebrow print:hidden">
        Step {step} of 3{productName !== null && ` for ${productName}`}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 ref={headingRef} tabIndex={-1} className="display text-4xl outline-none">
          {title}
        </h1>
        {highlight}
      </div>
      <p className="mt-4 max-w-[46ch] text-ink-soft md:mt-5 md:text-lg">{lead}</p>
    </header>
  );
}

export type StepProps = {
  location: WizardLocation;
  product: WizardProduct | null;
  /** Holds what was submitted without JavaScript. */
  sent: SubmittedSize | null;
  headingRef: Ref<HTMLHeadingElement>;
};

type WizardUnit = { unit: ChartUnit; choose: (unit: ChartUnit) => void };

/** The URL decides, then the unit of this device. */
export function useWizardUnit(fromAddress: ChartUnit | null): WizardUnit {
  const [unit, choose] = useUnit();
  return { unit: fromAddress ?? unit, choose };
}
