import { Link } from "react-router";
import { descriptionOf } from "#app/components/product/product-messages.ts";
import type { ProductionLabels } from "#features/base/settings/business-facts.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { Accordion } from "#ui/accordion.tsx";

type Props = {
  product: ProductDetail;
  delivery: readonly string[];
  production: ProductionLabels;
  /** Reads like '30 days'. */
  returnWindow: string;
  /** Null where the size Custom is not offered. */
  cancellingNote: string | null;
};

/** The first one is open (design: Product). */
export function ProductDisclosures(props: Props) {
  const { cancellingNote, product, delivery, production, returnWindow } = props;
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
              cancellingNote={cancellingNote}
            />
          ),
        },
      ]}
    />
  );
}

type DeliveryProps = { lines: readonly string[] } & Pick<
  Props,
  "cancellingNote" | "production" | "returnWindow"
>;

/** Says how the product is delivered (specification 2, Static pages). */
function Delivery({ cancellingNote, lines, production, returnWindow }: DeliveryProps) {
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
        Return within {returnWindow} of its delivery what is unworn and unwashed, in its original
        condition, with tags. Made-to-measure pieces are non-returnable unless defective or
        significantly different from the measurements you ordered.
      </p>
      {cancellingNote && <p>{cancellingNote}</p>}
      <p>
        More on <Link to="/shipping">shipping</Link> and <Link to="/returns">returns</Link>.
      </p>
    </>
  );
}
