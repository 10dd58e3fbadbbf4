import { Link, useOutletContext } from "react-router";
import { NoBreak } from "#app/components/page/page-parts.tsx";
import { printLink } from "#app/components/page/print-link.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { mailRouteOf, promisedEmailText } from "#features/base/mail/outbox.ts";
import type { ShippingFact } from "#features/base/settings/business-facts.ts";
import {
  BUSINESS_LABELS,
  deliveryHours,
  productionLabels,
  shippingFacts,
} from "#features/base/settings/business-facts.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import type { Route } from "./+types/shipping.ts";
import type { PolicySection } from "./policy-page.tsx";
import { PolicyPage } from "./policy-page.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

/** Matches what checkout charges. */
function ShippingTable({ methods }: { methods: readonly ShippingFact[] }) {
  return (
    <section aria-label="Shipping methods" className="shell pb-14 md:pb-20 print:pb-0">
      <table className="figures w-full border-collapse text-left">
        <caption className="sr-only">Shipping methods, times and prices</caption>
        <thead className="max-sm:sr-only">
          <tr className="eyebrow border-b border-ink/70">
            <th scope="col" className="w-[calc((100%+3rem)/3)] py-3 pr-6 font-medium">
              Shipping
            </th>
            <th scope="col" className="py-3 pr-6 font-medium">
              Delivery time
            </th>
            <th scope="col" className="py-3 text-right font-medium">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {methods.map((method) => (
            <tr
              key={method.id}
              className="grid grid-cols-1 border-b border-line py-5 first:border-t sm:table-row sm:first:border-t-0"
            >
              <th scope="row" className="font-normal sm:py-6 sm:pr-6">
                <span className="display block text-xl">{method.label}</span>
                {method.reach && (
                  <span className="block text-sm text-ink-quiet">{method.reach}</span>
                )}
              </th>
              <td className="max-sm:mt-2 sm:py-6 sm:pr-6">{method.estimate}</td>
              <td className="text-ink-soft sm:py-6 sm:text-right">{method.price}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Says how orders are shipped (specification 2, Shipping). */
function shippingSections({ delivery, general }: SiteShell, mailRoute: MailRoute): PolicySection[] {
  const { contactEmail } = general;
  const { madeToMeasureExtra, processing } = productionLabels(delivery);
  return [
    {
      id: "processing",
      title: "Before it leaves us",
      content: (
        <>
          <p>
            Orders are processed in <NoBreak>{processing}</NoBreak>: we press, check and wrap every
            piece by hand. Delivery times are counted from the day it leaves the atelier.
          </p>
          <p>
            Made-to-measure pieces need an extra <NoBreak>{madeToMeasureExtra}</NoBreak>, because
            nothing is cut before you order it. Processing, making and delivery together usually
            take <NoBreak>{BUSINESS_LABELS.madeToMeasure}</NoBreak>. Some garments need longer:{" "}
            <Link to="/made-to-measure">Made to Measure</Link> lists the days of each.
          </p>
        </>
      ),
    },
    {
      id: "tracking",
      title: "Tracking",
      content: (
        <p>
          {promisedEmailText(
            {
              promised:
                "When your parcel is dispatched, we send you an email with its tracking details.",
              instead:
                "When your parcel is dispatched, the page of your order has its tracking details.",
            },
            mailRoute,
          )}
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
            Local same-day delivery is for addresses in Georgetown. It is not offered after the
            cut-off time there, or on Sundays.
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
          the recipient pays them. We declare every piece at its real price.
        </p>
      ),
    },
    {
      id: "price",
      title: "What you pay",
      content: (
        <p>
          The payment page shows the shipping methods for your address with their prices, and you
          choose there. Whether shipping is free depends on what you pay for the pieces after
          discounts.
        </p>
      ),
    },
    {
      id: "help",
      title: "If something goes wrong",
      content: (
        <p>
          If a parcel is late, lost or damaged, we will put it right. Write to{" "}
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a> with your order number, or use the{" "}
          <Link to="/contact">contact page</Link>. How to return a piece is explained on{" "}
          <Link to="/returns">Returns</Link>.
        </p>
      ),
    },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, env } = context.get(depsContext);
  const settings = await getShippingSettings(db);
  const head = describeWrittenPage(context, "/shipping", {
    title: "Shipping",
    description:
      "Shipping methods from Georgetown with their times and prices, same-day delivery in the city, made-to-measure times and tracking.",
  });
  const shown = { methods: shippingFacts(settings), head, mailRoute: mailRouteOf(env) };
  return publicPage(shown, []);
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Shipping({ loaderData }: Route.ComponentProps) {
  const shell = useOutletContext<SiteShell>();
  return (
    <PolicyPage
      title="Shipping"
      lead="Shipped from Georgetown, pressed and wrapped in paper."
      sections={shippingSections(shell, loaderData.mailRoute)}
    >
      <ShippingTable methods={loaderData.methods} />
    </PolicyPage>
  );
}
