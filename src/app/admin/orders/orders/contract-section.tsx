import { Link } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { TermsList } from "#app/components/contracts/contract-view.tsx";
import { describeContract } from "#features/garments/contract/contract-description.ts";
import type { ContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { lineName } from "#features/orders/order/line-description.ts";

type Props = { orderId: string; contracts: readonly ContractVersion[] };

const nameOf = (contract: ContractVersion) =>
  lineName(describeContract({ ...contract, specification: null }));

/** Options and terms of each made-to-measure line, for every admin; measurements are behind the link, for the atelier. */
export function ContractSection({ contracts, orderId }: Props) {
  const newest = [...Map.groupBy(contracts, ({ orderItemId }) => orderItemId).values()].flatMap(
    (versions) => versions.at(-1) ?? [],
  );
  if (newest.length === 0) return null;
  return (
    <OrderSection id="contracts" title="Made to measure">
      {newest.map((contract) => (
        <div key={contract.orderItemId} className="max-w-sheet">
          <p className="text-sm font-medium">
            {nameOf(contract)}
            <span className="figures font-normal text-ink-quiet">, version {contract.version}</span>
          </p>
          <details className="text-sm">
            <summary className="link inline-flex min-h-11 cursor-pointer items-center">
              Options, price and rules
            </summary>
            <TermsList version={{ ...contract, specification: null }} />
          </details>
          <Link
            to={`/admin/orders/${orderId}/contracts/${contract.orderItemId}`}
            className="link inline-flex min-h-11 items-center text-sm"
          >
            Open the contract of {nameOf(contract)}
          </Link>
        </div>
      ))}
    </OrderSection>
  );
}
