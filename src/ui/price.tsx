type Props = {
  /** Formatted by the caller. */
  amount: string;
  /** The regular price, struck through, when `amount` is an offer. */
  was?: string | undefined;
  className?: string;
};

/** An amount in lining figures; an offer stands in demerara beside the struck price, and says which is which. */
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
