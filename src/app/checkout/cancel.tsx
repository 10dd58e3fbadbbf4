import { useEffect, useRef } from "react";
import { data, redirect, useFetcher, useNavigation } from "react-router";
import { announceReturn, ownSession } from "#app/components/cart/checkout-attempt.browser.ts";
import { ButtonForm } from "#app/components/form/button-form.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFlatFormData, rejectForm, textFields } from "#app/web/form.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { ok } from "#core/result.ts";
import { emailedText, mailRouteOf } from "#features/base/mail/outbox.ts";
import {
  cancelLeftCheckout,
  findLeftCheckout,
} from "#features/sales/checkout/cancel-pending-order.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/cancel.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Checkout Cancelled | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

/** Changes nothing: mail scanners and prefetching also follow the provider's link. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const orderId = url.searchParams.get("order");
  const deps = context.get(depsContext);
  const status = await findLeftCheckout(deps, { orderId });
  return { orderId, status, mailRoute: mailRouteOf(deps.env) };
}

const cancelForm = textFields(["order", "session"], ok);

/** Ends the payment session; idempotent. A browser that posts by itself names its own session. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(await readFlatFormData(request), cancelForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const { order: orderId, session } = submission.value;
  const sessionId = session === "" ? null : session;
  await cancelLeftCheckout(context.get(depsContext), { orderId, sessionId });
  if (sessionId !== null) return data(null, { headers: PRIVATE });
  const query = new URLSearchParams({ order: orderId });
  return redirect(`/checkout/cancel?${query}`, { status: 303, headers: PRIVATE });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

/** Only the browser that opened the payment page ends its order by itself. */
function useOwnReturn(orderId: string | null, isPending: boolean): void {
  const { data: ended, submit } = useFetcher<typeof action>();
  const isSent = useRef(false);
  useEffect(() => {
    const session = ownSession();
    if (!orderId || !isPending || session === null) return announceReturn();
    if (isSent.current) return;
    isSent.current = true;
    void submit({ order: orderId, session }, { method: "post" });
  }, [orderId, isPending, submit]);
  useEffect(() => {
    if (ended !== undefined) announceReturn();
  }, [ended]);
}

type CancelOrderProps = { orderId: string; result: FormResult | null | undefined };

function CancelOrder({ orderId, result }: CancelOrderProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <ButtonForm result={result} className="mt-10 space-y-4">
      <p className="text-ink-soft">
        Your pieces stay reserved for up to half an hour. Cancel the order if you do not want them
        any more.
      </p>
      <input type="hidden" name="order" value={orderId} />
      <Button type="submit" variant="quiet" busy={busy}>
        Cancel this order
      </Button>
    </ButtonForm>
  );
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { mailRoute, orderId, status } = loaderData;
  useOwnReturn(orderId, status === "pending");
  const isPaid = status === "completed";
  return (
    <div className="mx-auto max-w-prose py-6 text-center md:py-16">
      <h1 className="display text-4xl">Checkout Cancelled</h1>
      {isPaid ? (
        <Notice kind="info" className="mt-6 text-left" title="This order had already been paid">
          It is complete. {emailedText("Its confirmation is on its way to you.", mailRoute)}
        </Notice>
      ) : (
        <p className="mt-4 text-ink-soft">
          Nothing was charged, and everything is still in your cart, as you left it.
        </p>
      )}
      <div className="mt-8 flex flex-col justify-center gap-3 sm:flex-row">
        <ButtonLink to="/checkout" size="lg">
          Return to Checkout
        </ButtonLink>
        <ButtonLink to="/shop" size="lg" variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
      {orderId && status === "pending" && <CancelOrder orderId={orderId} result={actionData} />}
    </div>
  );
}
