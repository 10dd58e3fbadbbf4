type Props = {
  /** Formatted by the caller. */
  amount: string;
  /** Shows the struck regular price of a reduced `amount`. */
  was?: string | undefined;
  className?: string;
};

/** Labels both prices for screen readers. */
export function Price({ amount, was, className }: Props) {
  if (was === undefined) return <span className={`figures ${className ?? ""}`}>{amount}</span>;
  return (
    <span className={`figures inline-flex flex-wrap gap-x-2 ${className ?? ""}`}>
      <span className="sr-only">Regular price </span>
      <s className="text-ink-quiet">{was}</s>
      <span className="sr-only">, now </span>
      <span className="text-demerara">{amount}</span>
    </span>
  );
}
