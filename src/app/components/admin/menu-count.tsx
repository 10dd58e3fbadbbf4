import { formatNumber } from "#core/format-number.ts";

/** How much waits behind an entry of a menu, with a space before it; nothing for 0. `label` says of what. */
export function MenuCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      {/* Positioned, so that the hidden words stay inside a row of tabs that scrolls. */}
      <span className="figures relative rounded-hair bg-cloth px-1.5 text-xs text-ink">
        {formatNumber(count)}
        <span className="sr-only"> {label}</span>
      </span>
    </>
  );
}
