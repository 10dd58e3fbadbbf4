import type { ReactNode } from "react";
import { formatDay } from "#core/georgetown-time.ts";
import type { Currency } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { ContractTerms } from "#features/garments/contract/contract.ts";
import { contractStateMessages } from "#features/garments/contract/contract.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import { listDetails, listMeasurements } from "#features/garments/contract/contract-changes.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { policyOf } from "#features/garments/contract/policy.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { hiddenNumbersMessage } from "#features/garments/specification/specification.ts";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex break-inside-avoid justify-between gap-6 border-b border-line py-2.5 text-sm">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-right wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

type TermsProps = {
  terms: ContractTerms;
  /** Where the page says the rules once for several contracts. */
  withoutPolicy?: boolean;
};

/** Options, price, time and rules, as agreed when the order was placed. */
export function TermsList({ terms, withoutPolicy = false }: TermsProps) {
  return (
    <div>
      <TermsRows terms={terms} />
      {!withoutPolicy && <Policy version={terms.policyVersion} />}
    </div>
  );
}

/** Shows the rules of changing, cancelling and alterations. */
export function Policy({ version }: { version: number }) {
  return (
    <div className="mt-4 max-w-prose space-y-1.5 text-sm text-ink-soft">
      {policyOf(version).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function TermsRows({ terms }: { terms: ContractTerms }) {
  const currency: Currency = terms.currency === "GYD" ? "GYD" : "USD";
  const shown = (minor: number) => formatMoney(money(minor, currency));
  const isCharged = terms.remakeOf === undefined;
  const signed = (minor: number) => `${minor < 0 ? "−" : "+"}${shown(Math.abs(minor))}`;
  return (
    <dl className="figures">
      {terms.options.map(({ choice, group, priceMinor }) => (
        <Row key={group} label={group}>
          {choice}
          {isCharged && priceMinor !== 0 && (
            <span className="text-ink-quiet"> {signed(priceMinor)}</span>
          )}
        </Row>
      ))}
      {isCharged && terms.surchargeMinor > 0 && (
        <Row label="Made to measure">{signed(terms.surchargeMinor)}</Row>
      )}
      <Row label="Price of one">
        {isCharged ? shown(terms.unitPriceMinor) : "Made again at no charge"}
      </Row>
      {terms.extraDays > 0 && <Row label="Making takes up to">{terms.extraDays} days</Row>}
    </dl>
  );
}

/** Lists measurements in both units with the doubts about them in words, then fit, posture, monogram and remarks. */
export function SpecificationList({ specification }: { specification: FitSpecification }) {
  const hidden = hiddenNumbersMessage(specification);
  return (
    <dl className="figures sm:columns-2 sm:gap-12">
      {hidden && <Row label="Measurements">{hidden}</Row>}
      {listMeasurements(specification).map(({ doubt, label, name, text }) => (
        <Row key={name} label={label}>
          {text}
          {doubt && <span className="block text-xs text-ink-quiet">{doubt}</span>}
        </Row>
      ))}
      {listDetails(specification).map(({ label, text }) => (
        <Row key={label} label={label}>
          {text}
        </Row>
      ))}
    </dl>
  );
}

/** The measurements of a version, or why they are not shown. */
export function VersionContent({ version }: { version: OpenContractVersion }) {
  const { specification, state } = version;
  if (specification) return <SpecificationList specification={specification} />;
  return (
    <Notice kind={state === "altered" ? "error" : "info"}>
      {state === "valid" ? null : contractStateMessages[state]}
    </Notice>
  );
}

export function versionTitle({
  createdAt,
  origin,
  terms,
  version,
}: Pick<OpenContractVersion, "createdAt" | "origin" | "terms" | "version">): string {
  const first = terms.remakeOf === undefined ? "as ordered" : "made again as agreed before";
  const change = terms.changedBy ? "with your own change" : "with the change you approved";
  const how = origin === "order" ? first : change;
  return `Version ${version}, ${formatDay(createdAt)}, ${how}`;
}

/** A fingerprint that a customer can compare with the document. */
export function VersionSeal({
  version,
}: {
  version: Pick<OpenContractVersion, "hash" | "reducedAt">;
}) {
  return (
    <p className="mt-3 text-xs wrap-anywhere text-ink-quiet">
      <Badge>{version.reducedAt ? "Measurements removed" : "Frozen"}</Badge> Seal{" "}
      <span className="figures">{version.hash.slice(0, 16)}</span>
    </p>
  );
}

/** Shows old and new side by side; phones have two columns too, with the label above them. */
export function ChangesTable({
  changes,
  headings = ["As agreed", "Proposed"],
}: {
  changes: readonly ContractChange[];
  headings?: readonly [string, string];
}) {
  return (
    <table className="figures w-full table-fixed border-collapse text-left text-sm">
      <caption className="sr-only">What changes</caption>
      <thead>
        <tr className="border-b border-ink/70">
          <th scope="col" className="eyebrow hidden py-2 sm:table-cell">
            What
          </th>
          <th scope="col" className="eyebrow py-2">
            {headings[0]}
          </th>
          <th scope="col" className="eyebrow py-2">
            {headings[1]}
          </th>
        </tr>
      </thead>
      {changes.map(({ after, before, label }) => (
        <tbody key={label} className="border-b border-line">
          <tr className="sm:hidden">
            <th scope="rowgroup" colSpan={2} className="pt-3 font-medium">
              {label}
            </th>
          </tr>
          <tr className="align-top">
            <th scope="row" className="hidden py-3 pr-4 font-medium sm:table-cell">
              {label}
            </th>
            <td className="py-3 pr-4 wrap-anywhere text-ink-soft">{before ?? "Nothing"}</td>
            <td className="py-3 font-medium wrap-anywhere">{after ?? "Nothing"}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
