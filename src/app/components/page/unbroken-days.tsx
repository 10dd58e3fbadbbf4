/** "28 December" or "28 December 2026" within a sentence. */
const DAY = /(\d{1,2} \p{Lu}\p{Ll}+(?: \d{4})?)/u;

/** A sentence with days, each of which stays on one line: a phone would part "21" from "December 2026". */
export function UnbrokenDays({ text }: { text: string }) {
  return text.split(DAY).map((part, index) =>
    DAY.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence are not reordered
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
