import { Drawer } from "#ui/dialog.tsx";
import { BodyDrawing } from "./body-drawing.tsx";
import { MeasureSteps } from "./measure-steps.tsx";
import { SizeChartTable } from "./size-chart-table.tsx";
import { useUnitPreference } from "./unit-preference.browser.ts";
import { UnitToggle } from "./unit-toggle.tsx";
import { useLitMeasure } from "./use-lit-measure.ts";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The size chosen on the page, pointed out in the chart. */
  chosenSize?: string | null;
};

/** The size chart beside the size picker, with a figure that shows where the tape lies; load it on intent. */
export function SizeGuide({ open, onOpenChange, chosenSize = null }: Props) {
  const [remembered, setUnit] = useUnitPreference();
  const pointing = useLitMeasure();
  const unit = remembered ?? "inches";
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Size Guide">
      <div className="mb-3 flex items-center justify-between gap-4">
        <p className="text-sm text-ink-soft">Measures of the body, not of the garment.</p>
        <UnitToggle unit={unit} onChange={setUnit} />
      </div>
      <SizeChartTable unit={unit} marked={chosenSize} pointing={pointing} />
      <h3 className="display mt-9 text-xl">How to measure</h3>
      <div className="mt-4 grid grid-cols-[9rem_1fr] items-center gap-5">
        <BodyDrawing numberSize={38} lit={pointing.lit} />
        <MeasureSteps lit={pointing.lit} className="space-y-4" />
      </div>
      <p className="mt-8 border-t border-line pt-5 text-sm text-ink-soft">
        Sizes meet at their ends: 34 inches is the top of one size and the start of the next. Take
        the smaller for a close fit and the larger for ease. Outside the chart, or between sizes all
        over? Choose Custom and we cut to your own measures.
      </p>
    </Drawer>
  );
}
