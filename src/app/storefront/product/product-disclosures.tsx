import { Link } from "react-router";
import { cancellingSentences } from "#features/atelier/contract/policy.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import type { ProductionLabels } from "#features/settings/business-facts.ts";
import { Accordion } from "#ui/accordion.tsx";
import { descriptionOf } from "./product-messages.ts";

type Props = {
  product: ProductDetail;
  delivery: readonly string[];
  production: ProductionLabels;
  /** Reads like '30 days'. */
  returnWindow: string;
};

/** The first one is open (design: Product). */
export function ProductDisclosures({ product, delivery, production, returnWindow }: Props) {
  const { materials, care } = product;
  return (
    <Accordion
      items={[
        {
          id: "description",
          title: "Description",
          open: true,
          content: <p className="whitespace-pre-line">{descriptionOf(product)}</p>,
        },
        {
          id: "materials-and-care",
          title: "Materials and care",
          content: (
            <>
              <p className="whitespace-pre-line">
                {materials || "Ask us about the materials of this piece."}
              </p>
              <p className="whitespace-pre-line">
                {care || "Care instructions are on the label of every piece."}
              </p>
            </>
          ),
        },
        {
          id: "delivery-and-returns",
          title: "Delivery and returns",
          content: (
            <Delivery
              lines={delivery}
              production={production}
              returnWindow={returnWindow}
              isMade={product.sizes.includes(CUSTOM_SIZE)}
            />
          ),
        },
      ]}
    />
  );
}

type DeliveryProps = {
  lines: readonly string[];
  /** Offered in the size Custom. */
  isMade: boolean;
} & Pick<Props, "production" | "returnWindow">;

/** Specification 2, Static pages. */
function Delivery({ isMade, lines, production, returnWindow }: DeliveryProps) {
  return (
    <>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        Orders are processed in {production.processing}; made-to-measure needs an extra{" "}
        {production.madeToMeasureExtra}. Customs duties may apply abroad.
      </p>
      <p>
        Return within {returnWindow} what is unworn and unwashed, in its original condition, with
        tags. Made-to-measure pieces are non-returnable unless defective or significantly different
        from the measurements you ordered.
      </p>
      {isMade && <p>{cancellingSentences().join(" ")}</p>}
      <p>
        More on <Link to="/shipping">shipping</Link> and <Link to="/returns">returns</Link>.
      </p>
    </>
  );
}
