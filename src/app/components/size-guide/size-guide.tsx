import { useId } from "react";
import { measuresOfGarment } from "#features/body/measurement/body-measures.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import type { Gender } from "#features/catalog/products/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Drawer } from "#ui/dialog.tsx";
import { BodyDrawing } from "./body-drawing.tsx";
import { MeasureSteps, SizeChartTable, useLitMeasure } from "./size-chart-table.tsx";
import { useUnit } from "./unit-preference.browser.ts";

type UnitToggleProps = { unit: ChartUnit; onChange: (unit: ChartUnit) => void };

export function UnitToggle({ unit, onChange }: UnitToggleProps) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-hair border border-line">
      <legend className="sr-only">Unit of the chart</legend>
      {CHART_UNITS.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === unit}
            onChange={() => onChange(each)}
            className="peer sr-only"
          />
          <span className="flex min-h-9 min-w-16 items-center justify-center px-3 text-sm text-ink-soft transition-colors peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara pointer-coarse:min-h-11">
            {each}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type SizeGuideProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The chart highlights it. */
  chosenSize?: string | null;
  garmentType: string;
  gender: Gender;
  /** The guide of this product as a page, with a query. */
  guidePath: string;
};

/** Loads on intent. */
export function SizeGuide(props: SizeGuideProps) {
  const { open, onOpenChange, chosenSize = null, garmentType, gender, guidePath } = props;
  const measures = measuresOfGarment(garmentType);
  const [unit, setUnit] = useUnit();
  const pointing = useLitMeasure();
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Size Guide">
      <div className="mb-3 flex items-center justify-between gap-4">
        <p className="text-sm text-ink-soft">Body measurements, not garment measurements.</p>
        <UnitToggle unit={unit} onChange={setUnit} />
      </div>
      <SizeChartTable unit={unit} marked={chosenSize} pointing={pointing} measures={measures} />
      <ButtonLink
        to={`${guidePath}&step=3#find-my-size`}
        variant="secondary"
        className="mt-6 w-full"
      >
        Find my size
      </ButtonLink>
      <h3 className="display mt-9 text-xl">How to measure</h3>
      <div className="mt-4 grid grid-cols-[9rem_1fr] items-center gap-5">
        <BodyDrawing numberSize={38} lit={pointing.lit} measures={measures} gender={gender} />
        <MeasureSteps lit={pointing.lit} measures={measures} className="space-y-4" />
      </div>
      <p className="mt-8 border-t border-line pt-5 text-sm text-ink-soft">
        Neighbouring sizes share an end point: 34 inches is the top of one size and the start of the
        next. Take the smaller for a close fit, the larger for a looser one. Outside the chart, or
        between sizes everywhere? Choose Custom and we cut to your own measurements.
      </p>
    </Drawer>
  );
}
