import { pointKey, pointLabel } from "#features/garments/fit-memory/fit-sections.ts";
import type { FitNumbers } from "#features/garments/quality-control/fit-numbers.ts";
import { easeText, reportText, sewnText } from "#features/garments/quality-control/fit-numbers.ts";

type Props = {
  numbers: readonly FitNumbers[];
  /** Says whose body and report it is: "your body", "you". */
  isOwn?: boolean;
};

/** Three numbers of each point, apart: one below the other on a phone, side by side on wider screens. */
export function FitNumbersList({ numbers, isOwn = false }: Props) {
  const headings = isOwn
    ? { sewn: "Sewn against its pattern", ease: "Pattern against your body", said: "You said" }
    : { sewn: "Sewn against pattern", ease: "Pattern against body", said: "Reported" };
  return (
    <ul className="divide-y divide-line border-y border-line text-sm">
      {numbers.map((each) => (
        <li key={pointKey(each)} className="py-3">
          <p className="font-medium">{pointLabel(each)}</p>
          <dl className="mt-1 grid gap-x-6 gap-y-1 sm:grid-cols-3">
            <Entry label={headings.sewn} text={sewnText(each)} />
            <Entry label={headings.ease} text={easeText(each)} />
            <Entry label={headings.said} text={reportText(each)} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Entry({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex justify-between gap-x-4 sm:block">
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="figures text-right sm:text-left">{text}</dd>
    </div>
  );
}
