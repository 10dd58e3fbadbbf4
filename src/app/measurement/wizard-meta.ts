import type { MetaDescriptor } from "react-router";
import { canonicalAddress } from "#app/storefront/canonical-address.ts";
import { pageMeta } from "#app/storefront/page-meta.ts";
import type { ProductImage } from "#features/catalog/product.ts";
import type { WizardStep } from "./wizard-address.ts";
import { WIZARD_PATH } from "./wizard-address.ts";

const WORDS: Readonly<Record<WizardStep, { title: string; description: string }>> = {
  1: {
    title: "Get Measured",
    description:
      "How to prepare for being measured, where the tape goes, and which of our sizes is yours: three steps, no camera.",
  },
  2: {
    title: "AI Measurement, Coming Soon",
    description:
      "AI measurement is Coming Soon. Until then the size guide finds your size from your own tape.",
  },
  3: {
    title: "Size Chart and Find My Size",
    description:
      "Our size chart from XS to XL in inches and centimetres, a figure that shows where each measure is taken, and your size found from your own measures.",
  },
};

type Options = {
  step: WizardStep;
  publicUrl: string;
  siteName: string;
  image: ProductImage | null;
};

/** Title, description and the one address of a screen; product and unit make no page of their own. */
export function wizardMeta({ step, publicUrl, siteName, image }: Options): MetaDescriptor[] {
  const canonical = canonicalAddress(publicUrl, WIZARD_PATH, { step: step === 1 ? null : step });
  return pageMeta({ ...WORDS[step], siteName, canonical, image });
}
