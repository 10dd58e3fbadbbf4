type Props = {
  /** A CSS colour, as the owner chose it. */
  colour: string;
  /** The colour's name, read out unless `decorative`. */
  name: string;
  /** True where the name stands beside it in words. */
  decorative?: boolean;
  /** Diameter in pixels. */
  size?: number;
  /** Draws the demerara ring. */
  selected?: boolean;
};

/** A round of cloth in its colour, edged so that white shows on paper. */
export function Swatch({ colour, name, decorative = false, size = 20, selected = false }: Props) {
  return (
    <span className="inline-flex shrink-0" title={decorative ? undefined : name}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        {selected && (
          <circle
            cx="12"
            cy="12"
            r="11"
            fill="none"
            className="stroke-demerara"
            strokeWidth="1.5"
          />
        )}
        <circle
          cx="12"
          cy="12"
          r={selected ? 8 : 11}
          fill={colour}
          stroke="currentColor"
          strokeOpacity="0.3"
        />
      </svg>
      {!decorative && <span className="sr-only">{name}</span>}
    </span>
  );
}
