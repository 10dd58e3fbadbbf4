import { useEffect, useRef } from "react";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { AiStep } from "./ai-step.tsx";
import { ChartStep } from "./chart-step.tsx";
import { PreparationStep } from "./preparation-step.tsx";
import type { StepProps } from "./step-props.ts";
import { useWizardUnit } from "./use-wizard-unit.ts";
import { WizardTape } from "./wizard-tape.tsx";
import { productSizePath } from "./wizard-url.ts";

type Props = Omit<StepProps, "headingRef">;

/** The measurement wizard: one thing a screen, under the tape that shows how far one is (specification 2). */
export function MeasurementWizard(props: Props) {
  const { place, product } = props;
  const wizardUnit = useWizardUnit(place.unit);
  const headingRef = useFocusOnStep(place.step);
  const crumbs = [
    { label: "Home", to: "/" },
    ...(product ? [{ label: product.name, to: productSizePath(product.id, null) }] : []),
    { label: "Measurement" },
  ];
  return (
    <div className="shell pt-6 pb-24 md:pt-10 md:pb-32 print:p-0">
      <Breadcrumbs items={crumbs} />
      <div className="mt-4 mb-8 md:mb-12 print:m-0">
        <WizardTape place={place} />
      </div>
      {place.step === 1 && <PreparationStep {...props} headingRef={headingRef} />}
      {place.step === 2 && <AiStep {...props} headingRef={headingRef} />}
      {place.step === 3 && <ChartStep {...props} headingRef={headingRef} wizardUnit={wizardUnit} />}
    </div>
  );
}

/** Stepping on changes the screen without a new page: the focus goes to the new heading, so that it is read out. */
function useFocusOnStep(step: number) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    headingRef.current?.focus({ preventScroll: true });
  }, [step]);
  return headingRef;
}
