import { data, Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { SpecificationList } from "#app/components/contracts/contract-view.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { isAtelier } from "#features/base/identity/guards.server.ts";
import { MAX_PURPOSE_LENGTH } from "#features/body/measurement/measurement-profile.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { findInboxEntry } from "#features/office/inbox/inbox-list-queries.server.ts";
import { readInquiredMeasurements } from "#features/office/inbox/inquired-fit.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/inquiry-measurements.ts";
import { InquiredItem } from "./inquired-item.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db } = context.get(depsContext);
  const found = await findInboxEntry(db, { actor, entryId: params.id });
  if (!found.ok && found.error === "forbidden") return refuse();
  if (!found.ok || !found.value.product?.fit) throw data(null, { status: 404 });
  const { id, name, product } = found.value;
  return { id, name, product, mayOpen: await isAtelier(db, actor) };
}

type Opened = { specification: FitSpecification | null; problem?: string; message?: string };

const MESSAGES = {
  forbidden:
    "Only the atelier opens measurements. An owner gives the permission under Your account.",
  not_found: "The measurements are deleted.",
  not_ordered:
    "This person measured by link and agreed that the atelier reads the numbers when the clothes are ordered. They open with the order's contract.",
  unreadable: "These measurements cannot be read at the moment. They are still stored.",
} as const;

export async function action({ context, params, request }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = await readFormData(request);
  const { purpose } = readFields(form, z.object({ purpose: buttonText }));
  const opened = await readInquiredMeasurements(context.get(depsContext), {
    actor,
    entryId: params.id,
    purpose,
  });
  if (opened.ok) return data<Opened>({ specification: opened.value });
  if (opened.error === "purpose_missing") {
    const problem = "Please say what you need the measurements for.";
    return data<Opened>({ specification: null, problem }, { status: 422 });
  }
  const status = opened.error === "forbidden" ? 403 : 409;
  return data<Opened>({ specification: null, message: MESSAGES[opened.error] }, { status });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [
  { title: "Measurements of an inquiry" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Options for every admin; the measurements for the atelier, after a purpose is given. */
export default function InquiryMeasurements({ actionData, loaderData }: Route.ComponentProps) {
  const { id, mayOpen, name, product } = loaderData;
  const specification = actionData?.specification ?? null;
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs
          items={[
            { label: "Inbox", to: "/admin/inbox" },
            { label: name, to: `/admin/inbox/${id}` },
            { label: "Measurements" },
          ]}
        />
      </div>
      <AdminPage title={`Measurements for ${product.name}`} lead={`Guyana Sales, from ${name}`}>
        <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="space-y-6">
            {actionData?.message && (
              <Notice kind="error" live>
                {actionData.message}
              </Notice>
            )}
            {specification ? (
              <section aria-label={`Measurements of ${specification.label}`}>
                <h2 className="display mb-4 text-2xl">{specification.label}</h2>
                <SpecificationList specification={specification} />
              </section>
            ) : (
              <OpenForm
                mayOpen={mayOpen}
                isMeasured={product.fit?.isMeasured ?? false}
                error={actionData?.problem}
              />
            )}
            <Link
              to={`/admin/inbox/${id}`}
              className="link inline-flex min-h-11 items-center text-sm"
            >
              Back to the inquiry
            </Link>
          </div>
          <InquiredItem product={product} />
        </div>
      </AdminPage>
    </>
  );
}

type OpenProps = { mayOpen: boolean; isMeasured: boolean; error: string | undefined };

function OpenForm({ error, isMeasured, mayOpen }: OpenProps) {
  const busy = useNavigation().state === "submitting";
  if (!isMeasured) return <Notice kind="info">{MESSAGES.not_found}</Notice>;
  if (!mayOpen) {
    return (
      <Notice kind="info" title="Only the atelier opens measurements">
        An owner gives the permission under Your account. The options are on this page.
      </Notice>
    );
  }
  return (
    <Form method="post" className="max-w-sheet space-y-4">
      <p className="max-w-[60ch] text-sm text-ink-soft">
        Each reading is an entry with your name and the purpose, which a customer with an account
        sees.
      </p>
      <Field label="Purpose" error={error} hint="For example: calculating the price.">
        <Input name="purpose" maxLength={MAX_PURPOSE_LENGTH} required autoComplete="off" />
      </Field>
      <Button type="submit" busy={busy}>
        Open measurements
      </Button>
    </Form>
  );
}
