import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { FormField } from "#app/components/form/form-field.tsx";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import type { MyOrder } from "#features/order-page/my-order-queries.server.ts";
import { lookUpOrder } from "#features/order-page/my-order-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/order-lookup.ts";
import { accountMeta } from "./account-page.tsx";
import { ContactLinks, MyOrderBody, MyOrderHead } from "./my-order-view.tsx";

type LookupResult = { kind: "found"; order: MyOrder } | { kind: "not_found"; result: FormResult };

const schema = z.object({ number: z.string().default(""), email: z.string().default("") });

export const headers: Route.HeadersFunction = () => PRIVATE;

export async function action({ request, context }: Route.ActionArgs) {
  const { clock, db } = context.get(depsContext);
  const submission = await parseForm(request, schema);
  if (submission.status === "success") {
    const found = await lookUpOrder(db, { ...submission.value, now: clock.now() });
    if (found.ok) {
      return data<LookupResult>({ kind: "found", order: found.value }, { headers: PRIVATE });
    }
  }
  const { data: result } = rejectForm(submission, { formErrors: ["not_found"] });
  return data<LookupResult>({ kind: "not_found", result }, { status: 404, headers: PRIVATE });
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Find your order", matches);

export default function OrderLookup({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  const [form, { number, email }] = useForm<z.input<typeof schema>>({
    id: "order-lookup",
    lastResult: actionData?.kind === "not_found" ? actionData.result : undefined,
    defaultNoValidate: false,
  });
  if (actionData?.kind === "found") return <FoundOrder order={actionData.order} />;
  return (
    <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
      <h1 className="display text-4xl">Find your order</h1>
      <p className="mt-4 mb-10 text-ink-soft">
        For orders placed without an account. Both are in the confirmation email.
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
      <Form {...getFormProps(form)} method="post" className="space-y-6">
        <FormField
          field={number}
          label="Order Number"
          hint="The 8 characters, as in 8a6e0804"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <FormField field={email} label="Email" type="email" autoComplete="email" required />
        <Button type="submit" size="lg" busy={busy}>
          Find your order
        </Button>
      </Form>
      <p className="mt-10 text-sm text-ink-soft">
        With an account, all your orders are in{" "}
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
          <ContactLinks order={order.order} />
          <Link to="/returns" className="link inline-flex min-h-11 items-center text-sm">
            Returns
          </Link>
        </div>
      </div>
      <MyOrderBody order={order} />
    </div>
  );
}
