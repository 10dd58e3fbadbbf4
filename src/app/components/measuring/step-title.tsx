import type { ReactNode } from "react";

type Props = { progress: string; title: string; children: ReactNode };

/** What is measured now, in large type; receives the focus where no field does. */
export function StepTitle({ children, progress, title }: Props) {
  return (
    <div>
      <h2 tabIndex={-1} data-step-title className="display text-3xl outline-none">
        <span className="sr-only">{progress}: </span>
        {title}
      </h2>
      <div className="mt-2 text-lg text-ink-soft md:mt-3">{children}</div>
    </div>
  );
}
