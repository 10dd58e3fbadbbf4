type Props = {
  /** What moves on, for screen readers. */
  label: string;
  done: number;
  /** 0 while nobody knows. */
  total: number;
};

/** How far something is, as a bar with its share in per cent. */
export function ProgressBar({ label, done, total }: Props) {
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
  return (
    <div className="flex items-center gap-4">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 grow overflow-hidden bg-line"
      >
        <div
          className="h-full origin-left bg-forest transition-transform duration-300 motion-reduce:transition-none"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <span className="figures w-12 text-right text-sm font-medium">{percent} %</span>
    </div>
  );
}
