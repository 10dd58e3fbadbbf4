import type { ReactNode, Ref } from "react";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";
import { OptionTiles } from "#ui/option-tiles.tsx";
import type { SizeOption } from "./purchase-choice.ts";

type Props = {
  options: readonly SizeOption[];
  chosen: string | null;
  onChoose: (size: string) => void;
  error: string | null;
  /** Stands beside the legend: the way to the size guide. */
  guide: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

/** The sizes as squares, sold-out ones struck and announced; Custom says what made-to-measure means (decision M4). */
export function SizePicker({ options, chosen, onChoose, error, guide, ref }: Props) {
  return (
    <div ref={ref} className="scroll-mt-28">
      <OptionTiles
        legend="Available Sizes"
        name="size"
        value={chosen}
        onChange={onChoose}
        error={error}
        aside={guide}
        options={options.map(({ size, soldOut }) => ({
          value: size,
          label: size,
          disabled: soldOut,
          disabledReason: "sold out",
        }))}
      />
      <div aria-live="polite">
        {chosen === CUSTOM_SIZE && (
          <p className="mt-4 border-l-2 border-demerara pl-4 text-sm text-ink-soft">
            Made to measure, for you alone. After your order we write to you for your measures, and
            cut once we have them: allow an extra {BUSINESS_LABELS.madeToMeasureExtra}.
            Made-to-measure pieces are non-returnable unless defective or significantly different
            from your measurements.
          </p>
        )}
      </div>
    </div>
  );
}
