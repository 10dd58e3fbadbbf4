import { Link, useOutletContext } from "react-router";
import type { Fact } from "#app/components/page/page-parts.tsx";
import { FactsBand, NoBreak } from "#app/components/page/page-parts.tsx";
import { printLink } from "#app/components/page/print-link.ts";
import { loaderHeadersOnly } from "#app/web/cache-headers.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { BUSINESS_LABELS } from "#features/base/settings/business-facts.ts";
import { returnWindowLabel } from "#features/base/settings/return-window.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { cancellingSentences } from "#features/garments/contract/policy.ts";
import { RETURN_SHIPPING_RULE } from "#features/sales/returns/return-shipping.ts";
import type { Route } from "./+types/returns.ts";
import type { PolicySection } from "./policy-page.tsx";
import { PolicyPage } from "./policy-page.tsx";
import { staticPage } from "./static-page.server.ts";

const returnsFacts = (returnWindow: string): readonly Fact[] => [
  { value: returnWindow, text: "from delivery to send ready-to-wear back to us" },
  { value: BUSINESS_LABELS.refund, text: "from its arrival here until your refund" },
  { value: "Never", text: "is when store credit expires" },
];

/** Says how a return works (specification 2, Returns). */
function returnsSections(contactEmail: string, returnWindow: string): PolicySection[] {
  const mail = `mailto:${contactEmail}?subject=${encodeURIComponent("Return of order ")}`;
  return [
    {
      id: "ready-to-wear",
      title: "Ready-to-wear",
      content: (
        <p>
          We take returns for {returnWindow}, counted from the delivery of the piece. It comes back
          in its original condition, with its tags, unworn and unwashed. You are welcome to try it
          on at home.
        </p>
      ),
    },
    {
      id: "made-to-measure",
      title: "Made-to-measure",
      content: (
        <>
          <p>
            A piece cut to your measurements cannot be sold to someone else, so it is non-returnable
            unless it is defective or its measurements are significantly different from the order.
            In that case we alter it, make it again or refund it.
          </p>
          <p>{cancellingSentences().join(" ")}</p>
        </>
      ),
    },
    {
      id: "how",
      title: "How to return a piece",
      content: (
        <ol>
          <li>
            Email <a href={mail}>{contactEmail}</a> with your order number and the reason.
          </li>
          <li>We reply with an authorization number.</li>
          <li>Write the number on the parcel and ship it back to the atelier.</li>
          <li>We look at the piece when it arrives and tell you what comes of it.</li>
        </ol>
      ),
    },
    {
      id: "yourself",
      title: "Get the number at once",
      content: (
        <p>
          You can also open the return yourself and have the authorization number at once: in{" "}
          <Link to="/profile/orders">My Account</Link>, or{" "}
          <Link to="/order-lookup">with your order number and email</Link>.
        </p>
      ),
    },
    {
      id: "return-shipping",
      title: "Return shipping",
      content: (
        <p>
          {RETURN_SHIPPING_RULE} Please use a tracked service: you are responsible for the parcel
          until we receive it.
        </p>
      ),
    },
    {
      id: "refunds",
      title: "Refunds",
      content: (
        <p>
          Refunds go to the original payment method within{" "}
          <NoBreak>{BUSINESS_LABELS.refund}</NoBreak> of receipt. Your bank may take a little longer
          to show it. What was paid by bank transfer goes to the bank account that you name.
        </p>
      ),
    },
    {
      id: "exchanges",
      title: "Exchanges",
      content: (
        <p>
          We are happy to exchange a piece for another size or color, subject to availability. Tell
          us in your email, and we hold the new piece until yours arrives.
        </p>
      ),
    },
    {
      id: "store-credit",
      title: "Store credit",
      content: (
        <p>
          Store credit is available for all returns instead of a refund, and it never expires. You
          have it by email with a private link, and it pays for all or a part of any order. Not sure
          about your size next time? <Link to="/measurement">The size guide</Link> helps you to
          choose.
        </p>
      ),
    },
  ];
}

export const loader = ({ context }: Route.LoaderArgs) =>
  staticPage(context, "/returns", {
    title: "Returns",
    description:
      "Returns of ready-to-wear, how to send a piece back, refunds, exchanges and store credit that never expires.",
  });

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Returns() {
  const { delivery, general } = useOutletContext<SiteShell>();
  const returnWindow = returnWindowLabel(delivery);
  return (
    <PolicyPage
      title="Returns"
      lead="If a piece is not right for you, this is how you can return it."
      sections={returnsSections(general.contactEmail, returnWindow)}
    >
      <FactsBand label="Returns in short" facts={returnsFacts(returnWindow)} />
    </PolicyPage>
  );
}
