import { useState } from "react";
import { PrintButton } from "#app/pages/print-button.tsx";
import { measuresOfGarment } from "#features/measurement/body-measures.ts";
import { MeasureFigure } from "#features/measurement/components/measure-figure.tsx";
import { MeasureSteps } from "#features/measurement/components/measure-steps.tsx";
import { SizeChartTable } from "#features/measurement/components/size-chart-table.tsx";
import { UnitLinks } from "#features/measurement/components/unit-links.tsx";
import { useSizeFinder } from "#features/measurement/components/use-size-finder.ts";
import type { ChartMeasure, ChartUnit } from "#features/measurement/size-chart.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { StepProps } from "./measurement-wizard.tsx";
import { SizeFinderSection } from "./size-finder-section.tsx";
import { StepHead } from "./step-head.tsx";
import type { WizardUnit } from "./use-wizard-unit.ts";
import { answerAddress, productAddress, wizardAddress } from "./wizard-address.ts";
import { availability } from "./wizard-product.ts";

type Props = StepProps & { wizardUnit: WizardUnit };

/** The third screen: the chart with a figure that shows where each measure is taken, and Find my size under it. */
export function ChartStep({ place, product, sent, headingRef, wizardUnit }: Props) {
  const [lit, setLit] = useState<ChartMeasure | null>(null);
  const { unit, choose } = wizardUnit;
  const asked = measuresOfGarment(product?.garmentType ?? null);
  const finder = useSizeFinder({ asked, unit, sent });
  const advised = finder.advice && isOnChart(finder.advice.kind) ? finder.advice.size : null;
  const isTakeable = product && advised && availability(product, advised) === "available";
  const unitAddress = (other: ChartUnit) =>
    sent
      ? answerAddress(
          { ...place, unit: other },
          Object.fromEntries(asked.map((measure) => [measure, finder.textIn(measure, other)])),
        )
      : wizardAddress({ ...place, step: 3, unit: other });
  return (
    <div className="grid grid-cols-[minmax(7.5rem,10rem)_1fr] gap-x-5 md:grid-cols-12 md:gap-x-16 print:block">
      <div className="col-span-2 md:col-span-7">
        <StepHead
          step={3}
          title="Size chart"
          lead="Measures of your body, not of the garment. Move over a column, and the figure shows where the tape goes."
          productName={product?.name ?? null}
          headingRef={headingRef}
        />
      </div>
      <div className="col-span-2 row-start-3 mt-8 md:col-span-7 md:row-start-2 md:mt-9">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-4 print:hidden">
          <UnitLinks unit={unit} addressOf={unitAddress} onChoose={choose} />
          <PrintButton />
        </div>
        <SizeChartTable
          unit={unit}
          marked={advised}
          markedWords="our advice"
          lit={lit}
          onPoint={setLit}
        />
        <div className="hidden pt-8 print:block">
          <SizeChartTable unit={unit === "cm" ? "inches" : "cm"} />
        </div>
      </div>
      <div className="row-start-2 mt-8 self-center md:col-span-5 md:col-start-8 md:row-span-4 md:row-start-1 md:mt-0 md:self-start md:sticky md:top-24 print:float-left print:mt-8 print:mr-8 print:w-36">
        <MeasureFigure
          lit={lit}
          className="mx-auto h-auto w-full md:h-[min(46rem,calc(100vh-8rem))] md:w-auto"
        />
      </div>
      <MeasureSteps
        lit={lit}
        className="row-start-2 mt-8 space-y-3 self-center md:col-span-7 md:row-start-3 md:grid md:grid-cols-2 md:gap-x-8 md:gap-y-5 md:space-y-0 print:pt-8"
      />
      <div className="col-span-2 row-start-4 mt-14 md:col-span-7 md:mt-16 print:hidden">
        <SizeFinderSection
          finder={finder}
          asked={asked}
          unit={unit}
          place={place}
          product={product}
          onUnit={choose}
          onPoint={setLit}
        />
        <div className="mt-14 flex flex-wrap gap-3 border-t border-line pt-8">
          <ButtonLink
            to={product ? productAddress(product.id, isTakeable ? advised : null) : "/shop"}
            size="lg"
          >
            Shop With Size Guide
          </ButtonLink>
          <ButtonLink to={wizardAddress({ ...place, step: 1 })} size="lg" variant="secondary">
            Back to Start
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}

function isOnChart(kind: string): boolean {
  return kind !== "above" && kind !== "below";
}
