import { Link } from "react-router";
import type { ChartUnit } from "#features/measurement/size-chart.ts";
import { classNames } from "#ui/class-names.ts";

const UNITS: readonly ChartUnit[] = ["inches", "cm"];

type Props = {
  unit: ChartUnit;
  /** The same page in another unit: works without script and can be shared. */
  addressOf: (unit: ChartUnit) => string;
  onChoose: (unit: ChartUnit) => void;
};

/** Inches or centimetres, one of two, as links. */
export function UnitLinks({ unit, addressOf, onChoose }: Props) {
  return (
    <nav aria-label="Unit of the chart" className="print:hidden">
      <ul className="inline-flex rounded-hair border border-line">
        {UNITS.map((each) => (
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
