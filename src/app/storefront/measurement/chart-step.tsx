import { BodyDrawing } from "#app/components/size-guide/body-drawing.tsx";
import { MeasureSteps } from "#app/components/size-guide/measure-steps.tsx";
import { useLitMeasure } from "#app/components/size-guide/use-lit-measure.ts";
import { useSizeFinder } from "#app/components/size-guide/use-size-finder.ts";
import { measuresOfGarment } from "#features/measurement/body-measures.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ChartPanel } from "./chart-panel.tsx";
import { SizeFinderSection } from "./size-finder-section.tsx";
import { StepHead } from "./step-head.tsx";
import type { StepProps } from "./step-props.ts";
import type { WizardUnit } from "./use-wizard-unit.ts";
import { availability } from "./wizard-product.ts";
import { productSizePath, sizeAdvicePath, wizardPath } from "./wizard-url.ts";

type Props = StepProps & { wizardUnit: WizardUnit };

/** The third screen: the chart with a figure that shows where each measure is taken, and Find my size under it. */
export function ChartStep({ place, product, sent, headingRef, wizardUnit }: Props) {
  const pointing = useLitMeasure();
  const { unit, choose } = wizardUnit;
  const asked = measuresOfGarment(product?.garmentType ?? null);
  const finder = useSizeFinder({ asked, unit, sent });
  const { advice } = finder;
  const advised = advice && advice.kind !== "above" && advice.kind !== "below" ? advice.size : null;
  const addressIn = (other: ChartUnit) => {
    if (!sent) return wizardPath({ ...place, step: 3, unit: other });
    const texts = asked.map((measure) => [measure, finder.textIn(measure, other)]);
    return sizeAdvicePath({ ...place, unit: other }, Object.fromEntries(texts));
  };
  return (
    <div className="grid grid-cols-[minmax(7.5rem,10rem)_1fr] gap-x-5 md:grid-cols-12 md:gap-x-16 print:block">
      <div className="col-span-2 md:col-span-7">
        <StepHead
          step={3}
          title="Size chart"
          lead={
            <>
              Measures of your body, not of the garment.{" "}
              <span className="print:hidden">
                Point at a column, and the figure shows where the tape goes.
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
        />
      </div>
      <div className="row-start-2 mt-8 self-center md:sticky md:top-24 md:col-span-5 md:col-start-8 md:row-span-4 md:row-start-1 md:mt-0 md:self-start print:static print:float-left print:mt-8 print:mr-8 print:w-36">
        <BodyDrawing
          lit={pointing.lit}
          className="mx-auto h-auto w-full md:h-[min(46rem,calc(100vh-8rem))] md:w-auto print:h-auto print:w-36"
        />
      </div>
      <MeasureSteps
        lit={pointing.lit}
        className="row-start-2 mt-8 space-y-3 self-center md:col-span-7 md:row-start-3 md:grid md:grid-cols-2 md:gap-x-8 md:gap-y-5 md:space-y-0 print:pt-8"
      />
      <div className="col-span-2 row-start-4 mt-14 md:col-span-7 md:mt-16 print:hidden">
        <SizeFinderSection
          {...{ finder, asked, unit, place, product }}
          onUnit={choose}
          onFocusAt={pointing.onFocusAt}
        />
        <Onward place={place} product={product} advised={advised} />
      </div>
    </div>
  );
}

/** On to the shop, or to the piece the shopper came from with the advised size; or once more from the start. */
function Onward({
  place,
  product,
  advised,
}: Pick<Props, "place" | "product"> & { advised: string | null }) {
  const size =
    product && advised && availability(product, advised) === "available" ? advised : null;
  return (
    <div className="mt-14 flex flex-wrap gap-3 border-t border-line pt-8">
      <ButtonLink to={product ? productSizePath(product.id, size) : "/shop"} size="lg">
        Shop With Size Guide
      </ButtonLink>
      <ButtonLink to={wizardPath({ ...place, step: 1 })} size="lg" variant="secondary">
        Back to Start
      </ButtonLink>
    </div>
  );
}
