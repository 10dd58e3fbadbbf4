import { Link } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import { sizeLabel } from "#features/catalog/products/product.ts";
import type { RequestedProduct } from "#features/office/inbox/inbox-list-queries.server.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";

type Props = {
  product: RequestedProduct;
  /** Leads to the measurements of a made-to-measure inquiry. */
  measurementsPath?: string;
};

/** What somebody asks for, made to measure with its options and price; no measurement. */
export function InquiredItem({ product, measurementsPath }: Props) {
  const choice = [sizeLabel(product.size), product.colorName].filter(Boolean).join(" · ");
  return (
    <section aria-label="The piece" className="flex gap-4">
      <Thumbnail image={product.image} width={80} />
      <div className="min-w-0 text-sm">
        <p className="font-medium">
          {product.path ? (
            <Link to={product.path} className="link inline-block py-1">
              {product.name}
            </Link>
          ) : (
            product.name
          )}
        </p>
        <p>{choice}</p>
        <p className="figures">Quantity {product.quantity}</p>
        {!product.path && <p className="text-ink-quiet">Not in the shop any more</p>}
        {product.fit && <Fit fit={product.fit} measurementsPath={measurementsPath} />}
      </div>
    </section>
  );
}

type FitProps = {
  fit: NonNullable<RequestedProduct["fit"]>;
  measurementsPath: string | undefined;
};

function Fit({ fit, measurementsPath }: FitProps) {
  const { extraDays, isMeasured, options, unitPrice } = fit;
  return (
    <>
      <dl className="mt-2 wrap-anywhere text-ink-soft">
        {options.map(({ choice, group }) => (
          <div key={group}>
            <dt className="inline">{group}: </dt>
            <dd className="inline text-ink">{choice}</dd>
          </div>
        ))}
      </dl>
      <p className="figures mt-2">
        {formatMoney(unitPrice)} for one, up to {extraDays} days of making
      </p>
      {measurementsPath && isMeasured && (
        <Link to={measurementsPath} className="link inline-flex min-h-11 items-center">
          Measurements
        </Link>
      )}
      {!isMeasured && <p className="text-ink-quiet">Its measurements are deleted</p>}
    </>
  );
}
