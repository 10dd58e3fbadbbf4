import { useId } from "react";
import type { ThreadTone } from "#features/catalog/products/product-fallback.ts";
import { productFallback } from "#features/catalog/products/product-fallback.ts";

// Tailwind only finds complete class names.
const THREADS: Record<ThreadTone, string> = {
  ink: "stroke-ink/30",
  demerara: "stroke-demerara/45",
  forest: "stroke-forest/40",
};
const STITCHES: Record<ThreadTone, string> = {
  ink: "stroke-ink/60",
  demerara: "stroke-demerara",
  forest: "stroke-forest/80",
};
const LETTERS: Record<ThreadTone, string> = {
  ink: "fill-ink",
  demerara: "fill-demerara",
  forest: "fill-forest",
};

const TOOTH = 10;

function pinkedEdge(left: number, top: number, across: number, down: number): string {
  const side = (count: number, dx: number, dy: number) =>
    Array.from({ length: count }, () => {
      // Each tooth goes half its way out and comes back.
      const ox = dy / 2;
      const oy = -dx / 2;
      return `l${dx / 2 + ox} ${dy / 2 + oy}l${dx / 2 - ox} ${dy / 2 - oy}`;
    }).join("");
  return `M${left} ${top}${side(across, TOOTH, 0)}${side(down, 0, TOOTH)}${side(across, -TOOTH, 0)}${side(down, 0, -TOOTH)}z`;
}

const SWATCH = pinkedEdge(80, 56, 24, 27);

/** Replaces a missing or failed image at 4:5. */
export function ProductFallbackImage({
  name,
  categoryName,
  className = "",
}: {
  name: string;
  categoryName: string;
  className?: string;
}) {
  const pattern = useId();
  const { weave, tone, monogram, lines } = productFallback(name, categoryName);
  return (
    <svg
      viewBox="0 0 400 500"
      role="img"
      data-own-ground=""
      aria-label={name}
      className={className}
    >
      <defs>
        <pattern
          id={pattern}
          width={weave.width}
          height={weave.height}
          patternUnits="userSpaceOnUse"
        >
          <path d={weave.path} className={`fill-none ${THREADS[tone]}`} strokeWidth={0.9} />
        </pattern>
      </defs>
      <rect width={400} height={500} className="fill-cloth" />
      <path d={SWATCH} className="fill-paper" />
      <path d={SWATCH} fill={`url(#${pattern})`} className="stroke-line" strokeWidth={1} />
      <circle cx={200} cy={191} r={52} className="fill-paper" />
      <circle
        cx={200}
        cy={191}
        r={46}
        className={`fill-none ${STITCHES[tone]}`}
        strokeWidth={1.2}
        strokeDasharray="5 3.5"
        strokeLinecap="round"
      />
      <text
        x={200}
        y={191}
        dy="0.33em"
        textAnchor="middle"
        fontSize={monogram.length > 1 ? 42 : 50}
        className={`font-display font-medium ${LETTERS[tone]}`}
      >
        {monogram}
      </text>
      <text textAnchor="middle" fontSize={27} className="fill-ink font-display font-medium">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be equal
          <tspan key={index} x={200} y={388 + index * 32 + (3 - lines.length) * 10}>
            {line}
          </tspan>
        ))}
      </text>
    </svg>
  );
}
