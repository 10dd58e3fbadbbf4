import { Link } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { TermsList } from "#app/components/contracts/contract-view.tsx";
import type { ContractVersion } from "#features/garments/contract/contract-queries.server.ts";

type Props = { orderId: string; contracts: readonly ContractVersion[] };

/** Options and terms of each made-to-measure line, for every admin; measurements are behind the link, for the atelier. */
export function ContractSection({ contracts, orderId }: Props) {
  const newest = [...Map.groupBy(contracts, ({ orderItemId }) => orderItemId).values()].flatMap(
    (versions) => versions.at(-1) ?? [],
  );
  if (newest.length === 0) return null;
  return (
    <OrderSection id="contracts" title="Made to measure">
      {newest.map(({ orderItemId, terms, version }) => (
        <div key={orderItemId} className="max-w-sheet">
          <p className="text-sm font-medium">
            {terms.product}
            <span className="figures font-normal text-ink-quiet">, version {version}</span>
          </p>
          <details className="text-sm">
            <summary className="link inline-flex min-h-11 cursor-pointer items-center">
              Options, price and rules
            </summary>
            <TermsList terms={terms} />
          </details>
          <Link
            to={`/admin/orders/${orderId}/contracts/${orderItemId}`}
            className="link inline-flex min-h-11 items-center text-sm"
          >
            Open the contract of {terms.product}
          </Link>
        </div>
      ))}
    </OrderSection>
  );
}
