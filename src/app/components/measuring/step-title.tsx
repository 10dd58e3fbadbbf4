import type { ReactNode } from "react";
import { ReadAloud } from "./read-aloud.tsx";

/**
 * Holds a step's title and its actions. On a phone it has no box of its own: both lie beside the drawing in the guide, so that the
 * actions can stay at the lower edge of the whole screen.
 */
export const STEP_PARTS = "max-md:contents md:flex md:flex-col md:gap-4";

/** A title beside the drawing of a short phone. */
export const BESIDE_DRAWING = "short:min-w-0 short:flex-1";

/** What needs the whole width of a short phone, below drawing and title. */
export const BELOW_DRAWING = "short:basis-full";

type Props = {
  progress: string;
  title: string;
  /** Read aloud on request. */
  spoken?: string;
  className?: string;
  children: ReactNode;
};

/** What is measured now, in large type; receives the focus where no field does. */
export function StepTitle({ children, className, progress, spoken, title }: Props) {
  return (
    <div className={className}>
      <div className="flex items-start justify-between gap-3">
        <h2 tabIndex={-1} data-step-title className="display text-3xl outline-none short:text-2xl">
          <span className="sr-only">{progress}: </span>
          {title}
        </h2>
        {spoken && <ReadAloud text={spoken} />}
      </div>
      <div className="mt-1 text-lg text-ink-soft short:text-base md:mt-3">{children}</div>
    </div>
  );
}

/** Where a step begins for a keyboard: with a mouse at its field; on a touch screen at its title, so that no keyboard covers the drawing. */
export function stepStart(frame: ParentNode): HTMLElement | null {
  const field = frame.querySelector<HTMLElement>("[data-step-field]");
  const title = frame.querySelector<HTMLElement>("[data-step-title]");
  return matchMedia("(pointer: coarse)").matches ? title : (field ?? title);
}

/** What one does at a step: at the lower edge of the screen, in reach of the thumb, over what is taller than the screen. */
export function StepActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 bg-paper py-2 max-md:-mx-4 max-md:px-4 short:grow short:basis-full short:self-end">
      {children}
    </div>
  );
}
