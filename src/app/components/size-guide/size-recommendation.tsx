import type { ReactNode, Ref } from "react";
import type { MeasureFit, SizeAdvice } from "#features/measurement/find-my-size.ts";
import { SIZE_SPANS } from "#features/measurement/find-my-size.ts";
import { sizeAdviceMessages } from "#features/measurement/size-advice-messages.ts";
import type { ChartUnit } from "#features/measurement/size-chart.ts";

type Props = {
  advice: SizeAdvice;
  unit: ChartUnit;
  /** Takes the focus when the answer has come. */
  headingRef: Ref<HTMLHeadingElement>;
  /** What to do with the answer. */
  children?: ReactNode;
};

/** Which size and why: in words, and every measure drawn on the size's own span of tape. */
export function SizeRecommendation({ advice, unit, headingRef, children }: Props) {
  const { headline, because, lines } = sizeAdviceMessages(advice, unit);
  const isOnChart = advice.kind !== "above" && advice.kind !== "below";
  return (
    <section aria-labelledby="size-answer" className="mt-10 border-t-2 border-demerara pt-8">
      <div className="flex items-start gap-6">
        {isOnChart && (
          <p
            aria-hidden="true"
            className="display shrink-0 text-hero leading-none! text-demerara max-sm:hidden"
          >
            {advice.size}
          </p>
        )}
        <div>
          <h3
            id="size-answer"
            ref={headingRef}
            tabIndex={-1}
            className="display scroll-mt-28 text-2xl outline-none"
          >
            {headline}
          </h3>
          <p className="mt-3 max-w-prose text-ink-soft">{because}</p>
        </div>
      </div>
      <ul className="mt-7 divide-y divide-line border-y border-line">
        {lines.map((line, place) => {
          const fit = advice.fits[place];
          return (
            <li
              key={line.measure}
              className="grid grid-cols-[1fr_1.2fr] items-center gap-x-6 gap-y-1 py-3.5 text-sm"
            >
              <p>
                <span className="font-medium">{line.label}</span>{" "}
                <span className="figures text-ink-soft">{line.body}</span>
              </p>
              {fit && <FitDrawing size={advice.size} fit={fit} />}
              <p className="figures col-span-2 text-ink-soft">{line.words}</p>
            </li>
          );
        })}
      </ul>
      {children && <div className="mt-7">{children}</div>}
    </section>
  );
}

/** How much of the body's neighbourhood is drawn on either side of the size: 8 cm. */
const MARGIN_MM = 80;

/** The size as a span of tape, the body as a mark on it: left of the span it is loose, right of it tight. */
function FitDrawing({ size, fit }: { size: string; fit: MeasureFit }) {
  const row = SIZE_SPANS.find((each) => each.size === size);
  if (!row) return null;
  const { from, to } = row.span[fit.measure];
  const whole = to - from + 2 * MARGIN_MM;
  const place = (mm: number) => Math.min(100, Math.max(0, ((mm - from + MARGIN_MM) / whole) * 100));
  return (
    <div aria-hidden="true" className="relative h-5 border-x border-line">
      <div className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <div
        className="absolute top-1/2 h-2.5 -translate-y-1/2 bg-demerara/25"
        style={{ left: `${place(from)}%`, right: `${100 - place(to)}%` }}
      />
      <div
        className={`absolute top-0 h-5 w-0.5 -translate-x-1/2 ${fit.fit === "inside" ? "bg-ink" : "bg-hibiscus"}`}
        style={{ left: `${place(fit.bodyMm)}%` }}
      />
    </div>
  );
}
