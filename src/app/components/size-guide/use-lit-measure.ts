import { useState } from "react";
import type { ChartMeasure } from "#features/measurement/size-chart.ts";

/** Which measure is lit, and how the pointer and the focus say so. */
export type LitMeasure = {
  lit: ChartMeasure | null;
  /** The pointer is over a measure, or over none. */
  onPoint: (measure: ChartMeasure | null) => void;
  /** The focus is on a measure, or on none. */
  onFocusAt: (measure: ChartMeasure | null) => void;
};

/** The measure the shopper turned to last, by pointer or focus; when the pointer leaves, the one with the focus. */
export function useLitMeasure(): LitMeasure {
  const [pointed, onPoint] = useState<ChartMeasure | null>(null);
  const [focused, setFocused] = useState<ChartMeasure | null>(null);
  return {
    lit: pointed ?? focused,
    onPoint,
    onFocusAt: (measure) => {
      setFocused(measure);
      if (measure !== null) onPoint(null);
    },
  };
}
