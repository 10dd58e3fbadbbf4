import { data, Form, redirect, useNavigation } from "react-router";
import { ClosedLink } from "#app/components/page/closed-link.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import {
  CLOSED_LINK,
  forgetLink,
  leaveToken,
  readLinkToken,
} from "#app/web/private-link.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import type { ConfirmationRefusal } from "#features/sales/checkout/confirm-order-email.server.ts";
import {
  confirmOrderEmail,
  findOrderConfirmation,
} from "#features/sales/checkout/confirm-order-email.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/confirm-email.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Confirm your email | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

/** As long as somebody who has confirmed an order looks again until when it is kept. */
const OPEN_DAYS = 1;

/** Changes nothing, because mail scanners follow links. */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const visit = { address: params.token, request, publicUrl: deps.publicUrl };
  const token = readLinkToken(visit);
  if (token === null) {
    return data({ isClosed: true, page: null }, { status: 410, headers: PRIVATE });
  }
  const page = await findOrderConfirmation(deps, { token });
  if (page) leaveToken(visit, { days: OPEN_DAYS, url });
  return data({ isClosed: false, page }, { headers: page ? PRIVATE : forgetLink(visit) });
}

const REFUSALS: Readonly<Record<Exclude<ConfirmationRefusal, "dead_link">, string>> = {
  too_many:
    "Other unpaid orders of yours already keep as many pieces as we can reserve for one person. This order stays as it is: its days and cloth are yours when it is paid.",
  cloth_gone:
    "The cloth you chose was used up by orders that are paid. Please write to us before you transfer the money: we find another cloth, or cancel the order.",
};

/** Keeps the makers' time and the cloth for the order from now on. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const { publicUrl } = deps;
  const token = readLinkToken({ address: params.token, request, publicUrl });
  if (token === null) return data({ refusal: CLOSED_LINK }, { status: 410, headers: PRIVATE });
  const confirmed = await confirmOrderEmail(deps, { token });
  if (!confirmed.ok && confirmed.error !== "dead_link") {
    return data({ refusal: REFUSALS[confirmed.error] }, { status: 409, headers: PRIVATE });
  }
  const here = `/checkout/confirm-email/${encodeURIComponent(params.token)}`;
  return redirect(here, { status: 303, headers: PRIVATE });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, { refusal: UNREACHED });
}

function DeadLink() {
  return (
    <>
      <h1 className="display text-4xl">This link is over</h1>
      <p className="mt-4 text-ink-soft">
        The order is paid or has ended, or the link was cut short on its way.
      </p>
      <div className="mt-8">
        <ButtonLink to="/order-lookup" size="lg">
          Find your order
        </ButtonLink>
      </div>
    </>
  );
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  const { isClosed, page } = loaderData;
  const refusal = actionData?.refusal;
  if (isClosed) {
    return (
      <div className="mx-auto max-w-prose py-6 md:py-16">
        <ClosedLink />
      </div>
    );
  }
  if (!page) {
    return (
      <div className="mx-auto max-w-prose py-6 text-center md:py-16">
        <DeadLink />
      </div>
    );
  }
  const { isConfirmed, orderNumber, until } = page;
  return (
    <div className="mx-auto max-w-prose py-6 text-center md:py-16">
      <h1 className="display text-4xl">{isConfirmed ? "Thank you" : "Is this order yours?"}</h1>
      <p className="mt-4 text-ink-soft">
        {isConfirmed
          ? `The makers' time and the cloth of order ${orderNumber} are kept for you until ${until}, while we wait for your transfer.`
          : `One press confirms your email, and we keep the makers' time and the cloth of order ${orderNumber} for you until ${until}. You did not order? Then simply close this page.`}
      </p>
      {refusal && (
        <Notice kind="error" className="mt-6 text-left" title="Not kept yet">
          {refusal}
        </Notice>
      )}
      {!isConfirmed && (
        <Form method="post" className="mt-8">
          <Button type="submit" size="lg" busy={busy} busyLabel="Confirming...">
            Confirm my email
          </Button>
        </Form>
      )}
    </div>
  );
}
