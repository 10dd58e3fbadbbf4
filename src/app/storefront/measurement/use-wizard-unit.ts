import { useUnitPreference } from "#app/components/size-guide/unit-preference.browser.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";

/** The unit the wizard shows, and how to choose another. */
export type WizardUnit = { unit: ChartUnit; choose: (unit: ChartUnit) => void };

/** The address decides, then what this browser chose last, then inches. */
export function useWizardUnit(fromAddress: ChartUnit | null): WizardUnit {
  const [remembered, choose] = useUnitPreference();
  return { unit: fromAddress ?? remembered ?? "inches", choose };
}
