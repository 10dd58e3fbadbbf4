import { data, redirect } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { isPagePost, parseForm, rejectForm } from "#app/web/form.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { requestReturn } from "#features/sales/returns/request-return.server.ts";
import { returnSchema } from "#features/sales/returns/return-input.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { AccountError, accountMeta } from "../account-page.tsx";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/return.ts";
import { Announced, ReturnForm, ReturnIntro } from "./return-form.tsx";

type ReturnResult =
  | { kind: "announced"; authorizationNumber: string }
  | { kind: "refused"; result: FormResult };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { clock, db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const found = await findMyOrder(db, { actor, orderId: params.id, now: clock.now() });
  if (found.ok) {
    const wanted = url.searchParams.get("announced");
    const own = found.value.announced.find((each) => each.authorizationNumber === wanted);
    return { ...found.value, announcedNumber: own?.authorizationNumber ?? null };
  }
  return found.error === "forbidden" ? refuseAccount() : notFound();
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = await parseForm(request, returnSchema);
  const refused = (...args: Parameters<typeof rejectForm>) => {
    const rejected = rejectForm(...args);
    return data<ReturnResult>({ kind: "refused", result: rejected.data }, rejected.init ?? {});
  };
  if (submission.status !== "success") return refused(submission);
  const requested = await requestReturn(context.get(depsContext), {
    actor: context.get(actorContext),
    orderId: params.id,
    requested: submission.value,
  });
  if (requested.ok) {
    const { authorizationNumber } = requested.value;
    if (!isPagePost(request)) return data<ReturnResult>({ kind: "announced", authorizationNumber });
    const query = new URLSearchParams({ announced: authorizationNumber });
    return redirect(`/profile/orders/${params.id}/return?${query}`, 303);
  }
  switch (requested.error) {
    case "forbidden":
      return refuseAccount();
    case "not_found":
      return notFound();
    case "not_by_the_rules":
      return refused(
        submission,
        { formErrors: ["Some of these pieces cannot come back for this reason."] },
        409,
      );
  }
}

/** Keeps the input when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const result: FormResult = { status: "error", error: { "": [UNREACHED] } };
  return submitForm(serverAction, { kind: "refused" as const, result });
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Return a piece", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function ReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  const here = `/profile/orders/${order.id}`;
  const number =
    actionData?.kind === "announced" ? actionData.authorizationNumber : loaderData.announcedNumber;
  return (
    <div className="shell pt-6 pb-24 md:pt-10">
      <Breadcrumbs
        items={[
          { label: "My Account", to: "/profile" },
          { label: "Orders", to: "/profile/orders" },
          { label: orderNumber(order.id), to: here },
          { label: "Return" },
        ]}
      />
      <h1 className="display mt-8 text-3xl md:mt-12">Return a piece</h1>
      {number ? (
        <Announced number={number} back={here} />
      ) : (
        <>
          <ReturnIntro className="mt-4 mb-10" />
          <ReturnForm
            order={loaderData}
            result={actionData?.kind === "refused" ? actionData.result : undefined}
            cancel={{ label: "Cancel", to: here }}
          />
        </>
      )}
    </div>
  );
}
