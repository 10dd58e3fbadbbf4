import { data, Form, Link, useNavigation } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { MyOrder } from "#features/order-page/my-order-queries.server.ts";
import { lookUpOrder } from "#features/order-page/my-order-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/order-lookup.ts";
import { accountMeta } from "./account-meta.ts";
import { MyOrderBody, MyOrderHead } from "./my-order-view.tsx";

type Answer =
  | { kind: "found"; order: MyOrder }
  | { kind: "not_found"; number: string; email: string };

export const headers: Route.HeadersFunction = () => PRIVATE;

export async function action({ request, context }: Route.ActionArgs) {
  const { clock, db } = context.get(depsContext);
  const form = await request.formData();
  const number = fieldText(form, "number");
  const email = fieldText(form, "email");
  const found = await lookUpOrder(db, { number, email, now: clock.now() });
  if (found.ok) {
    return data<Answer>({ kind: "found", order: found.value }, { headers: PRIVATE });
  }
  return data<Answer>({ kind: "not_found", number, email }, { status: 404, headers: PRIVATE });
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Find your order", matches);

export default function OrderLookup({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  if (actionData?.kind === "found") return <FoundOrder order={actionData.order} />;
  return (
    <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
      <h1 className="display text-4xl">Find your order</h1>
      <p className="mt-4 mb-10 text-ink-soft">
        For orders placed without an account. Both stand in the confirmation we mailed to you.
      </p>
      {actionData && (
        <Notice kind="error" live title="We found no such order" className="mb-8">
          The number and the email do not belong to one order. Please check both, or{" "}
          <Link to="/contact" className="link">
            write to us
          </Link>
          .
        </Notice>
      )}
      <Form method="post" className="space-y-6">
        <Field label="Order Number" hint="The 8 characters, as in 8a6e0804">
          <Input
            name="number"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={actionData?.number}
            maxLength={40}
            required
          />
        </Field>
        <Field label="Email">
          <Input
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={actionData?.email}
            required
          />
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Find your order
        </Button>
      </Form>
      <p className="mt-10 text-sm text-ink-soft">
        With an account, all your orders stand in{" "}
        <Link to="/profile/orders" className="link">
          My Account
        </Link>
        .
      </p>
    </div>
  );
}

function FoundOrder({ order }: { order: MyOrder }) {
  return (
    <div className="shell pt-12 pb-24 md:pt-20">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <MyOrderHead order={order} />
        <div className="flex flex-wrap gap-x-7">
          <Link
            to={`/contact?order=${order.order.id.slice(0, 8)}`}
            className="link inline-flex min-h-11 items-center text-sm"
          >
            Ask about this order
          </Link>
          <Link to="/returns" className="link inline-flex min-h-11 items-center text-sm">
            Returns
          </Link>
        </div>
      </div>
      <MyOrderBody order={order} />
    </div>
  );
}
