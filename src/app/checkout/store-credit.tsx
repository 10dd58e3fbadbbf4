import { data, Form, redirect } from "react-router";
import { ClosedLink } from "#app/components/page/closed-link.tsx";
import { CreditLedger } from "#app/components/store-credit/credit-ledger.tsx";
import { cookieContextFor, creditCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { keepInput } from "#app/web/keep-input.ts";
import type { LinkVisit } from "#app/web/private-link.server.ts";
import { forgetLink, leaveToken, readLinkToken } from "#app/web/private-link.server.ts";
import { formatMoney } from "#core/money-amount.ts";
import { findCreditViewByToken } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/store-credit.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = () => [
  { title: "Your store credit" },
  { name: "robots", content: "noindex" },
  // Hides the secret link from other sites; without any referrer the form's origin would be unknown.
  { name: "referrer", content: "same-origin" },
];

function notFound(visit: LinkVisit): never {
  throw data(null, { status: 404, headers: forgetLink(visit) });
}

/** Short, because whoever finds the address in the history of a shared computer meanwhile could spend the credit. */
const OPEN_DAYS = 1;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const visit = { address: params.token, request, publicUrl };
  const token = readLinkToken(visit);
  if (token === null) return data({ credit: null }, { status: 410, headers: PRIVATE });
  const found = await findCreditViewByToken(db, token);
  if (!found) return notFound(visit);
  leaveToken(visit, { days: OPEN_DAYS, url });
  const { balance, entries, held } = found;
  return data({ credit: { balance, entries, held } }, { headers: PRIVATE });
}

/** Stores the link's secret in the browser, so that checkout does not post it with the cart. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const visit = { address: params.token, request, publicUrl };
  const token = readLinkToken(visit);
  if (token === null) return data(null, { status: 410, headers: PRIVATE });
  if (!(await findCreditViewByToken(db, token))) return notFound(visit);
  const responseHeaders = new Headers(PRIVATE);
  responseHeaders.append("Set-Cookie", creditCookie(token, cookieContextFor(publicUrl)));
  return redirect("/checkout", { status: 303, headers: responseHeaders });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export default function StoreCredit({ loaderData }: Route.ComponentProps) {
  if (!loaderData.credit) {
    return (
      <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
        <ClosedLink />
      </div>
    );
  }
  const { balance, entries, held } = loaderData.credit;
  const canSpend = balance.minorUnits > 0 || held.minorUnits > 0;
  return (
    <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
      <p className="eyebrow">Your store credit</p>
      <h1 className="display figures mt-2 text-4xl">{formatMoney(balance)}</h1>
      {held.minorUnits > 0 && (
        <p className="mt-3 text-ink-soft">
          {formatMoney(held)} more is held for a checkout that is not finished. It is free again
          when that checkout is cancelled or its time is over.
        </p>
      )}
      <p className="mt-4 text-ink-soft">
        It never expires and pays for all or a part of any order. This page is private: whoever has
        its link can spend the credit. Please keep our email: its link opens this page again, while
        the page's address works in this browser only, for a day.
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        {canSpend && (
          <Form method="post" reloadDocument>
            <Button type="submit" size="lg" className="w-full">
              Use it at checkout
            </Button>
          </Form>
        )}
        <ButtonLink to="/shop" size="lg" variant="secondary">
          Browse the shop
        </ButtonLink>
      </div>
      <h2 className="display mt-14 mb-4 text-2xl">What happened with it</h2>
      <CreditLedger entries={entries} />
    </div>
  );
}
