import { data } from "react-router";
import { ClosedLink } from "#app/components/page/closed-link.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { forgetLink, leaveToken, readLinkToken } from "#app/web/private-link.server.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import { garmentPath } from "#features/garments/alterations/garment-access.server.ts";
import { findGarmentFit } from "#features/garments/alterations/garment-fit.server.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/garment-link.ts";
import { GarmentFitForms } from "./garment-fit.tsx";
import { changeGarmentFit } from "./garment-fit-action.server.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = () => [
  { title: "How it fits" },
  { name: "robots", content: "noindex" },
  // Hides the private link from other sites; with no referrer at all, the form's origin would be unknown.
  { name: "referrer", content: "same-origin" },
];

/** Wearing a garment shows how it fits, so a report is written over several days. The page says no measurement of the contract. */
const OPEN_DAYS = 7;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const visit = { address: params.token, request, publicUrl: deps.publicUrl };
  const token = readLinkToken(visit);
  if (token === null) return data(null, { status: 410, headers: PRIVATE });
  const found = await findGarmentFit(deps, { token });
  if (!found.ok) throw data(null, { status: 404, headers: forgetLink(visit) });
  leaveToken(visit, { days: OPEN_DAYS, url });
  const saved = url.searchParams.get("saved");
  const shown = { fit: found.value, saved, mailRoute: mailRouteOf(deps.env) };
  return data(shown, { headers: PRIVATE });
}

export function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const token = readLinkToken({ address: params.token, request, publicUrl: deps.publicUrl });
  return changeGarmentFit(deps, {
    key: token === null ? null : { token },
    here: garmentPath({ token: params.token }),
    request,
  });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

/** The page that an email or the order's own page leads to, without an account. */
export default function GarmentLink({ actionData, loaderData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
        <ClosedLink />
      </div>
    );
  }
  const { fit, mailRoute, saved } = loaderData;
  return (
    <div className="shell pt-12 pb-24 md:pt-20">
      <p className="eyebrow">Order {fit.orderNumber}</p>
      <h1 className="display mt-2 text-4xl">{fit.name}</h1>
      <MailRouteContext value={mailRoute}>
        <GarmentFitForms fit={fit} result={actionData} saved={saved} />
      </MailRouteContext>
      <Notice kind="info" className="mt-14 max-w-prose">
        This page is private: who has its link can report the fit of this piece. Its address works
        in this browser only, for a week; the link that you pressed opens it again.
        {fit.isGuests &&
          " With an account under the same email, what you report is part of your next order."}
      </Notice>
    </div>
  );
}
