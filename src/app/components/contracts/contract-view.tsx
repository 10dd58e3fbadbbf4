import type { ReactNode } from "react";
import { formatDay } from "#core/georgetown-time.ts";
import type { Currency } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { contractStateMessages } from "#features/garments/contract/contract.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import { listDetails, listMeasurements } from "#features/garments/contract/contract-changes.ts";
import {
  agreedPriceParts,
  describeContract,
} from "#features/garments/contract/contract-description.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { policyOf } from "#features/garments/contract/policy.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { hiddenNumbersMessage } from "#features/garments/specification/specification.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import {
  differenceText,
  lineFacts,
  withoutWearer,
} from "#features/orders/order/line-description.ts";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";

/** What a version is described from. */
type DescribedVersion = Parameters<typeof describeContract>[0];

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex break-inside-avoid justify-between gap-6 border-b border-line py-2.5 text-sm">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-right wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

type TermsProps = {
  version: DescribedVersion;
  /** Where the page says the rules once for several contracts. */
  withoutPolicy?: boolean;
};

/** What was ordered, its price, time and rules, as agreed when the order was placed; measurements, fit and monogram stand beside it. */
export function TermsList({ version, withoutPolicy = false }: TermsProps) {
  return (
    <div>
      <TermsRows version={version} />
      {!withoutPolicy && <Policy version={version.terms.policyVersion} />}
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

function TermsRows({ version }: { version: DescribedVersion }) {
  const { terms } = version;
  const currency: Currency = terms.currency === "GYD" ? "GYD" : "USD";
  const parts = agreedPriceParts(terms);
  const priceOf = (label: string) => parts.find((part) => part.label === label)?.amount;
  const base = priceOf("Garment");
  const surcharge = priceOf("Made to measure");
  const isCharged = terms.remakeOf === undefined;
  return (
    <dl className="figures">
      {lineFacts(withoutWearer(describeContract(version))).map(({ label, text }) => {
        const price = priceOf(`${label}: ${text}`);
        return (
          <Row key={label} label={label}>
            {text}
            {price && <span className="text-ink-quiet"> {differenceText(price)}</span>}
          </Row>
        );
      })}
      {base && <Row label="Garment">{formatMoney(base)}</Row>}
      {surcharge && <Row label="Made to measure">{differenceText(surcharge)}</Row>}
      <Row label="Price of one">
        {isCharged ? formatMoney(money(terms.unitPriceMinor, currency)) : "Made again at no charge"}
      </Row>
      {terms.extraDays > 0 && <Row label="Making takes up to">{terms.extraDays} days</Row>}
    </dl>
  );
}

/** What was ordered: size, color and every choice. */
export function FactsList({ line }: { line: DescribedLine }) {
  return (
    <dl className="figures sm:columns-2 sm:gap-12">
      {lineFacts(line).map(({ label, text }) => (
        <Row key={label} label={label}>
          {text}
        </Row>
      ))}
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
