import type { Ref } from "react";
import type { MeasureTexts } from "#app/components/size-guide/use-size-finder.ts";
import type { WizardProduct } from "./wizard-product.ts";
import type { WizardLocation } from "./wizard-url.ts";

/** What a screen of the wizard gets. */
export type StepProps = {
  place: WizardLocation;
  product: WizardProduct | null;
  /** What a browser without script sent to Find my size. */
  sent: MeasureTexts | null;
  headingRef: Ref<HTMLHeadingElement>;
};
