import type { ReactNode } from "react";
import { ReadAloud } from "./read-aloud.tsx";

type Props = {
  progress: string;
  title: string;
  /** Read aloud on request. */
  spoken?: string;
  children: ReactNode;
};

/** What is measured now, in large type; receives the focus where no field does. */
export function StepTitle({ children, progress, spoken, title }: Props) {
  return (
    <div>
      <div className="flex items-start justify-between gap-3">
        <h2 tabIndex={-1} data-step-title className="display text-3xl outline-none">
          <span className="sr-only">{progress}: </span>
          {title}
        </h2>
        {spoken && <ReadAloud text={spoken} />}
      </div>
      <div className="mt-1 text-lg text-ink-soft md:mt-3">{children}</div>
    </div>
  );
}

/** At the lower edge of a phone, in reach of the thumb. */
export function StepActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-6 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:bg-paper max-md:px-4 max-md:pt-1 max-md:pb-2">
      {children}
    </div>
  );
}
