import { useEffect, useState } from "react";
import { classNames } from "#ui/class-names.ts";
import type { Mannequin } from "./guide-memory.browser.ts";
import type { Drawn, DrawnLine } from "./mannequin-data.browser.ts";
import { IMAGE_HEIGHT, IMAGE_WIDTH, VIEWS } from "./mannequin-data.browser.ts";

/** Counts the attempts to load what a lost connection has kept away: one more when the connection is back. */
function useAnotherAttempt() {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed) return;
    const retry = () => {
      setHasFailed(false);
      setAttempt((before) => before + 1);
    };
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [hasFailed]);
  return { attempt, onFailed: () => setHasFailed(true) };
}

type Props = {
  mannequin: Mannequin;
  drawn: Drawn;
  label: string;
  className?: string;
};

const looks: Readonly<Record<DrawnLine["look"], string>> = {
  tape: "animate-unroll stroke-demerara",
  behind: "animate-appear stroke-demerara opacity-40",
  guide: "stroke-ink-quiet",
};

/** All views are in the page from the start, so that the next measurement needs no network. */
export function MannequinDrawing({ className, drawn, label, mannequin }: Props) {
  const { box, lines, rings, start, view } = drawn;
  const { attempt, onFailed } = useAnotherAttempt();
  // A tape has the same width on the screen in each part of the image.
  const unit = box[3] / 420;
  return (
    <svg
      viewBox={box.join(" ")}
      role="img"
      data-own-ground=""
      aria-label={label}
      className={classNames("block", className)}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {VIEWS.map((each) => (
        <image
          key={`${mannequin} ${each} ${attempt}`}
          href={`/figures/${mannequin}-${each}.webp`}
          width={IMAGE_WIDTH}
          height={IMAGE_HEIGHT}
          opacity={each === view ? 1 : 0}
          onError={onFailed}
        />
      ))}
      {lines.map(({ look, points }) => (
        <polyline
          key={`${look} ${points}`}
          points={points}
          className={looks[look]}
          strokeWidth={look === "guide" ? 1.5 * unit : 4 * unit}
          {...(look === "tape" && { pathLength: 1, strokeDasharray: 1 })}
          {...(look !== "tape" && { strokeDasharray: `${5 * unit} ${6 * unit}` })}
        />
      ))}
      {start && (
        <circle
          key={start.join(" ")}
          cx={start[0]}
          cy={start[1]}
          r={5 * unit}
          className="fill-demerara"
        />
      )}
      {rings.map(([x, y], index) => (
        <g key={`${x} ${y}`} className="animate-appear">
          <circle cx={x} cy={y} r={5 * unit} className="fill-demerara" />
          <circle cx={x} cy={y} r={17 * unit} className="stroke-demerara" strokeWidth={2 * unit} />
          {rings.length > 1 && (
            <text
              x={x + 24 * unit}
              y={y}
              dominantBaseline="central"
              fontSize={36 * unit}
              strokeWidth={6 * unit}
              className="fill-ink stroke-paper [paint-order:stroke]"
            >
              {index + 1}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
