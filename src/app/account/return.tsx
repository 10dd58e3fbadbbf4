import { data, Link } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { fieldText } from "#core/submitted-text.ts";
import { findMyOrder } from "#features/order-page/my-order-queries.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import { requestReturn } from "#features/returns/request-return.server.ts";
import type { ReturnErrors } from "#features/returns/return-input.ts";
import { readReturn } from "#features/returns/return-input.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/return.ts";
import { AccountError } from "./account-error.tsx";
import { accountMeta } from "./account-meta.ts";
import { notFound, refuseAccount } from "./account-responses.server.ts";
import type { SubmittedReturn } from "./return-form.tsx";
import { ReturnForm } from "./return-form.tsx";

type Answer =
  | { kind: "announced"; authorizationNumber: string }
  | { kind: "refused"; message: string | null; errors: ReturnErrors; typed: SubmittedReturn };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { clock, db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const found = await findMyOrder(db, { actor, orderId: params.id, now: clock.now() });
  if (found.ok) return found.value;
  return found.error === "forbidden" ? refuseAccount() : notFound();
}

function typedReturn(form: FormData): SubmittedReturn {
  const pieces = [...form.entries()].filter(([name]) => name.startsWith("pieces-"));
  return {
    pieces: Object.fromEntries(pieces.map(([name, value]) => [name.slice(7), String(value)])),
    reason: fieldText(form, "reason"),
    note: fieldText(form, "note"),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData();
  const refused = (message: string | null, errors: ReturnErrors) =>
    data<Answer>({ kind: "refused", message, errors, typed: typedReturn(form) }, { status: 400 });
  const asked = readReturn(form);
  if (!asked.ok) return refused(null, asked.error);
  const requested = await requestReturn(context.get(depsContext), {
    actor: context.get(actorContext),
    orderId: params.id,
    asked: asked.value,
  });
  if (requested.ok) return data<Answer>({ kind: "announced", ...requested.value });
  switch (requested.error) {
    case "forbidden":
      return refuseAccount();
    case "not_found":
      return notFound();
    case "not_by_the_rules":
      return refused("Some of these pieces cannot come back for this reason.", {});
  }
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Return a piece", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function ReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  const here = `/profile/orders/${order.id}`;
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
      {actionData?.kind === "announced" ? (
        <Announced number={actionData.authorizationNumber} back={here} />
      ) : (
        <>
          <p className="mt-4 mb-10 max-w-prose text-ink-soft">
            Choose what comes back and we give you the number that goes on the parcel. The{" "}
            <Link to="/returns" className="link">
              rules of returning
            </Link>{" "}
            in full.
          </p>
          {actionData?.message && (
            <Notice kind="error" live className="mb-8 max-w-prose">
              {actionData.message}
            </Notice>
          )}
          <ReturnForm
            order={loaderData}
            errors={actionData?.errors ?? {}}
            typed={actionData?.typed ?? null}
          />
        </>
      )}
    </div>
  );
}

function Announced({ number, back }: { number: string; back: string }) {
  return (
    <div role="status" className="mt-8 max-w-prose">
      <p className="eyebrow">Your authorization number</p>
      <p className="display figures mt-2 text-4xl">{number}</p>
      <p className="mt-6 text-ink-soft">
        Write it on the parcel and send the parcel to the atelier, with tracking. We have mailed you
        the number and the address.
      </p>
      <ButtonLink to={back} variant="secondary" className="mt-8">
        Back to the order
      </ButtonLink>
    </div>
  );
}
