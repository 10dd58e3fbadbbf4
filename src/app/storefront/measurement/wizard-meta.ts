import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import { canonicalUrl } from "#app/web/canonical-url.ts";
import type { PageHead } from "#app/web/page-meta.ts";
import type { WizardStep } from "./wizard-url.ts";
import { WIZARD_PATH } from "./wizard-url.ts";

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

/** What machines are told of a screen: product and unit make no page of their own. */
export function wizardPage(step: WizardStep, publicUrl: string) {
  const canonical = canonicalUrl(publicUrl, WIZARD_PATH, { step: step === 1 ? null : step });
  return { ...WORDS[step], canonical, trail: pageTrail("Measurement") };
}

/** Stepping on needs nothing from the server, the screen's name and address neither. */
export function wizardHead(step: WizardStep, publicUrl: string): PageHead {
  const { title, canonical } = wizardPage(step, publicUrl);
  return { title, canonical };
}
