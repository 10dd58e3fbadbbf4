import {
  Policy,
  TermsList,
  VersionContent,
  VersionSeal,
  versionTitle,
} from "#app/components/contracts/contract-view.tsx";
import { GarmentDrawings } from "#app/components/patterns/garment-drawings.tsx";
import { formatMoment } from "#core/georgetown-time.ts";
import { describeContract } from "#features/garments/contract/contract-description.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import type { ContractRead } from "#features/garments/contract/contract-reads.server.ts";
import type { LineDrawings } from "#features/garments/order-patterns/customer-drawings.server.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import { ProposalNotices } from "./proposal-notices.tsx";

const FILES = [
  { kind: "a4", label: "A4 PDF" },
  { kind: "letter", label: "Letter PDF" },
  { kind: "roll", label: "Roll PDF" },
] as const;

type Props = {
  /** Of all lines of an order, versions oldest first. */
  versions: readonly OpenContractVersion[];
  /** Who of the atelier opened the measurements, newest first. */
  reads: readonly ContractRead[];
  /** Whose proposal is open. */
  openLines: readonly string[];
  /** Whose last proposal ended without an answer. */
  expiredLines: readonly string[];
  patterns: readonly LineDrawings[];
  documentPath: string | null;
};

/** What was agreed for each made-to-measure line; earlier versions stay readable. */
export function MyContracts(props: Props) {
  const { documentPath, expiredLines, openLines, patterns, reads, versions } = props;
  const lines = Map.groupBy(versions, ({ orderItemId }) => orderItemId);
  const policies = new Set([...lines.values()].map((all) => all.at(-1)?.terms.policyVersion));
  const [policy] = policies;
  const isOnePolicy = lines.size > 1 && policies.size === 1;
  const isByLink = versions.some(({ specification }) => specification?.measuredByLink);
  if (policy === undefined) return null;
  return (
    <section aria-labelledby="contracts" id="made-to-measure" className="mt-14 scroll-mt-6">
      <h2 id="contracts" className="display text-2xl">
        What we agreed
      </h2>
      <p className="mt-2 max-w-[60ch] text-sm text-ink-soft">
        Your piece is cut to these measurements. Nobody can change them without your approval;{" "}
        {isByLink
          ? "you and the atelier alone can read them, and those that somebody measured by link only that person and the atelier."
          : "you and the atelier alone can read them."}
      </p>
      {documentPath && (
        <a
          href={documentPath}
          rel="noreferrer"
          className="link mt-1 inline-flex min-h-11 items-center text-sm"
        >
          Contract with measurements (PDF)
        </a>
      )}
      {isOnePolicy && <Policy version={policy} />}
      {[...lines].map(([lineId, all]) => (
        <LineContract
          key={lineId}
          versions={all}
          isOnly={lines.size === 1}
          isOnePolicy={isOnePolicy}
          isWaiting={openLines.includes(lineId)}
          isExpired={expiredLines.includes(lineId)}
          pattern={patterns.find(({ orderItemId }) => orderItemId === lineId)}
        />
      ))}
      <ContractReads reads={reads} />
    </section>
  );
}

/** The atelier opens measurements to check and cut; each time is on record, with name and purpose. */
function ContractReads({ reads }: Pick<Props, "reads">) {
  return (
    <div className="mt-10 text-sm">
      <h3 className="font-medium">Who read these measurements</h3>
      {reads.length === 0 ? (
        <p className="mt-2 text-ink-soft">Nobody at the atelier has opened them yet.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {reads.map(({ id, productName, purpose, readAt, staffName, wearer }) => (
            <li key={id} className="py-3">
              <p className="font-medium">{staffName ?? "A former member of the atelier"}</p>
              <p className="text-ink-soft wrap-anywhere">
                {[wearer, productName].filter(Boolean).join(", ")}: {purpose}
              </p>
              <p className="figures text-ink-quiet">{formatMoment(readAt)} in Georgetown</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type LineProps = {
  versions: readonly OpenContractVersion[];
  /** With several lines, the measurements of each open on demand. */
  isOnly: boolean;
  /** Of all lines; the section says it once. */
  isOnePolicy: boolean;
  isWaiting: boolean;
  isExpired: boolean;
  pattern: LineDrawings | undefined;
};

function LineContract({ isExpired, isOnePolicy, isOnly, isWaiting, pattern, versions }: LineProps) {
  const newest = versions.at(-1);
  if (!newest) return null;
  const earlier = versions.slice(0, -1).toReversed();
  return (
    <article className="mt-8">
      <h3 className="font-medium">{lineName(describeContract(newest))}</h3>
      <p className="figures mt-1 mb-4 text-sm text-ink-quiet">{versionTitle(newest)}</p>
      <ProposalNotices isWaiting={isWaiting} isExpired={isExpired} className="mb-6" />
      {/* The second column is there once its measurements are open. */}
      <div
        className={`grid gap-x-12 border-t border-line ${isOnly ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]" : "lg:grid-cols-[minmax(0,40rem)] lg:has-[details[open]]:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"}`}
      >
        <TermsList version={newest} withoutPolicy={isOnePolicy} />
        {isOnly ? (
          <VersionContent version={newest} />
        ) : (
          <details>
            <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
              Measurements, fit and remarks
            </summary>
            <div className="border-t border-line">
              <VersionContent version={newest} />
            </div>
          </details>
        )}
      </div>
      <VersionSeal version={newest} />
      {pattern && <LinePattern pattern={pattern} />}
      {earlier.map((version) => (
        <details key={version.id} className="mt-3 border-t border-line pt-2">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {versionTitle(version)}
          </summary>
          <div className="mt-2 mb-4 grid gap-x-12 border-t border-line lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <TermsList version={version} />
            <VersionContent version={version} />
          </div>
        </details>
      ))}
    </article>
  );
}

/** The pattern of the customer's own garment; files where the owner allows them. */
function LinePattern({ pattern }: { pattern: LineDrawings }) {
  const { byHand, choices, downloads, drawings } = pattern;
  if (drawings.length + byHand.length === 0) return null;
  return (
    <div className="mt-8">
      <h4 className="eyebrow mb-4">Your pattern</h4>
      <GarmentDrawings drawings={drawings} byHand={byHand} choices={choices} />
      {downloads.map(({ path, title }) => (
        <p key={path} className="mt-3 flex flex-wrap gap-x-6 text-sm">
          <span className="py-2.5">{title} at true scale</span>
          {FILES.map(({ kind, label }) => (
            <a
              key={kind}
              href={`${path}/${kind}`}
              aria-label={`${title}, ${label}`}
              className="link inline-flex min-h-11 items-center"
            >
              {label}
            </a>
          ))}
        </p>
      ))}
    </div>
  );
}
