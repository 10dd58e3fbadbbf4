import { Link } from "react-router";
import { BUSINESS_LABELS, deliveryHours } from "#features/settings/business-facts.ts";
import { NoBreak } from "./no-break.tsx";
import type { PolicySection } from "./policy-page.tsx";

/** The rules of sending, beside the table of ways (specification 2, Shipping). */
export function shippingSections(contactEmail: string): PolicySection[] {
  return [
    {
      id: "processing",
      title: "Before it leaves us",
      content: (
        <>
          <p>
            Orders are processed in <NoBreak>{BUSINESS_LABELS.processing}</NoBreak>: we press, check
            and wrap every piece by hand. Delivery times are counted from the day it leaves the
            atelier.
          </p>
          <p>
            Made-to-measure pieces need an extra{" "}
            <NoBreak>{BUSINESS_LABELS.madeToMeasureExtra}</NoBreak>, because nothing is cut before
            you order it. Processing, making and delivery together usually take{" "}
            <NoBreak>{BUSINESS_LABELS.customPiece}</NoBreak>.
          </p>
        </>
      ),
    },
    {
      id: "tracking",
      title: "Tracking",
      content: (
        <p>
          The moment your parcel is dispatched we send you an email with its tracking, so that you
          know where it is at every step.
        </p>
      ),
    },
    {
      id: "delivery-hours",
      title: "When parcels are delivered",
      content: (
        <>
          <p>Deliveries are made {deliveryHours}; there are none on Sunday.</p>
          <p>
            Local same-day delivery is for Georgetown addresses and goes by the clock in Georgetown:
            an order placed after the last hour, or on a Sunday, is not offered it.
          </p>
        </>
      ),
    },
    {
      id: "abroad",
      title: "Outside Guyana",
      content: (
        <p>
          We ship worldwide. Customs duties and import taxes may apply: your country sets them, and
          they are paid by whoever receives the parcel. We declare every piece at its real price.
        </p>
      ),
    },
    {
      id: "price",
      title: "What you pay",
      content: (
        <p>
          The ways that reach your address are offered on the payment page with their prices, and
          you choose there. A threshold for free shipping counts what you pay for the pieces, after
          any offer.
        </p>
      ),
    },
    {
      id: "help",
      title: "If something goes wrong",
      content: (
        <p>
          A parcel that is late, lost or damaged is ours to put right. Write to{" "}
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a> with your order number, or use the{" "}
          <Link to="/contact">contact page</Link>. What may come back, and how, stands on{" "}
          <Link to="/returns">Returns</Link>.
        </p>
      ),
    },
  ];
}
