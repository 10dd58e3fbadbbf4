import { formatMoment } from "#core/georgetown-time.ts";
import type { MeasurementRead } from "#features/body/measurement/measurement-reads.server.ts";
import { LedgerSection } from "../account-page.tsx";
import type { MeasuredPerson } from "./person-section.tsx";

type Props = {
  /** `wearer`: whose numbers a contract holds; "" for any other reading. */
  reads: readonly (MeasurementRead & { wearer: string })[];
  people: readonly MeasuredPerson[];
};

/** Says who of the staff opened the measurements, when, and for what. */
export function MeasurementReaders({ reads, people }: Props) {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name;
  return (
    <LedgerSection title="Who read them" lead="Each time that somebody at the atelier opened them.">
      {reads.length === 0 ? (
        <p className="text-ink-soft">Nobody has read your measurements.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {reads.map(({ productName, purpose, readAt, staffName, subjectId, wearer }) => (
            <li key={`${subjectId} ${readAt.toISOString()}`} className="py-4 text-sm">
              <p className="font-medium">{staffName ?? "A former member of the atelier"}</p>
              <p className="text-ink-soft">
                {[[nameOf(subjectId), wearer, productName].filter(Boolean).join(", "), purpose]
                  .filter(Boolean)
                  .join(": ")}
              </p>
              <p className="text-ink-quiet">{formatMoment(readAt)} in Georgetown</p>
            </li>
          ))}
        </ul>
      )}
    </LedgerSection>
  );
}
