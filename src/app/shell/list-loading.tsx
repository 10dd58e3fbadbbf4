import type { ReactNode } from "react";
import { SkeletonLine } from "#ui/skeleton.tsx";

const ROWS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

type Props = {
  /** Said once to readers of the screen. */
  label: string;
  /** The size of the filters above the list. */
  filters: string;
  /** What one row shows. */
  row: ReactNode;
};

/** A list of the admin to come, in its own shape. */
export function ListLoading({ label, filters, row }: Props) {
  return (
    <div role="status" className="pt-5">
      <span className="sr-only">{label}</span>
      <SkeletonLine className={filters} />
      {ROWS.map((each) => (
        <div key={each} className="flex h-13 items-center gap-4 border-b border-line">
          {row}
        </div>
      ))}
    </div>
  );
}
