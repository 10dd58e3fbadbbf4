import { SizeChartTable } from "#app/components/size-guide/size-chart-table.tsx";
import { UnitLinks } from "#app/components/size-guide/unit-links.tsx";
import type { LitMeasure } from "#app/components/size-guide/use-lit-measure.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";
import { PrintButton } from "../pages/print-button.tsx";

type Props = {
  unit: ChartUnit;
  /** This screen's address in a unit. */
  addressIn: (unit: ChartUnit) => string;
  onUnit: (unit: ChartUnit) => void;
  /** The size advised, pointed out in the chart. */
  advised: string | null;
  pointing: LitMeasure;
};

/** The chart in the unit chosen; on paper, where nobody toggles, in both. */
export function ChartPanel({ unit, addressIn, onUnit, advised, pointing }: Props) {
  const other = unit === "cm" ? "inches" : "cm";
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <UnitLinks unit={unit} addressOf={addressIn} onChoose={onUnit} />
        <PrintButton />
      </div>
      <p className="eyebrow hidden pb-2 print:block">{NAMES[unit]}</p>
      <SizeChartTable unit={unit} marked={advised} markedWords="our advice" pointing={pointing} />
      <div className="hidden pt-8 print:block">
        <p className="eyebrow pb-2">{NAMES[other]}</p>
        <SizeChartTable unit={other} />
      </div>
    </>
  );
}

const NAMES: Readonly<Record<ChartUnit, string>> = { inches: "Inches", cm: "Centimetres" };
