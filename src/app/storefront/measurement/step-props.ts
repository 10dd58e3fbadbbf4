import type { Ref } from "react";
import type { MeasureTexts } from "#app/components/size-guide/use-size-finder.ts";
import type { WizardPlace } from "./wizard-address.ts";
import type { WizardProduct } from "./wizard-product.ts";

/** What a screen of the wizard gets. */
export type StepProps = {
  place: WizardPlace;
  product: WizardProduct | null;
  /** What a browser without script sent to Find my size. */
  sent: MeasureTexts | null;
  headingRef: Ref<HTMLHeadingElement>;
};
