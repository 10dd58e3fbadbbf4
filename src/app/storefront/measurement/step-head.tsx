import type { ReactNode, Ref } from "react";
import type { WizardStep } from "./wizard-url.ts";

type Props = {
  step: WizardStep;
  title: string;
  /** Stands beside the title. */
  mark?: ReactNode;
  lead: ReactNode;
  productName: string | null;
  /** Takes the focus when the shopper steps on. */
  headingRef: Ref<HTMLHeadingElement>;
};

/** What a screen of the wizard opens with. */
export function StepHead({ step, title, mark, lead, productName, headingRef }: Props) {
  return (
    <header>
      <p className="eyebrow print:hidden">
        Step {step} of 3{productName !== null && ` for ${productName}`}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 ref={headingRef} tabIndex={-1} className="display text-4xl outline-none">
          {title}
        </h1>
        {mark}
      </div>
      <p className="mt-4 max-w-[46ch] text-ink-soft md:mt-5 md:text-lg">{lead}</p>
    </header>
  );
}
