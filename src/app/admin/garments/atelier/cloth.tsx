import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, Link, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { intentOf, submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { readPage } from "#features/catalog/inventory/stock-entry.ts";
import {
  clothLevel,
  clothMovementLabel,
  formatClothChange,
  formatMetres,
} from "#features/garments/cloth/cloth.ts";
import type { Cloth, ClothMovement } from "#features/garments/cloth/cloth-queries.server.ts";
import { findClothHistory } from "#features/garments/cloth/cloth-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/cloth.ts";
import { BackLink, ClothLevelBadge } from "./atelier-nav.tsx";
import { ClothForm } from "./cloth-form.tsx";
import type { ClothFormResult } from "./handle-cloth-form.server.ts";
import { handleClothForm } from "./handle-cloth-form.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const requested = { actor, id: params.id, page: readPage(url.searchParams.get("page")) };
  const found = await findClothHistory(context.get(depsContext).db, requested);
  if (!found.ok) return refuse();
  if (!found.value) throw data(null, { status: 404 });
  return found.value;
}

export function action({ request, context, params }: Route.ActionArgs) {
  return handleClothForm(request, context.get(depsContext), context.get(actorContext), params.id);
}

/** Keeps the input when the shop is unreachable. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(() => serverAction(), UNREACHED);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Cloth: ${loaderData.cloth.name}` : "Cloth" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Cloth not found",
  text: "Its URL may be incomplete.",
  list: { label: "All cloth", path: "/admin/atelier/cloth" },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function ClothPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cloth, movements, page, pageCount } = loaderData;
  const result: ClothFormResult | undefined = actionData;
  return (
    <AdminPage
      title={cloth.name}
      lead={
        <span className="figures flex flex-wrap items-center gap-x-3">
          {[
            `${formatMetres(cloth.lengthMm)} on the roll`,
            cloth.committedMm > 0 && `${formatMetres(cloth.committedMm)} of it for orders`,
            `low at ${formatMetres(cloth.lowStockMm)}`,
          ]
            .filter(Boolean)
            .join(", ")}
          <ClothLevelBadge level={cloth.isArchived ? "enough" : clothLevel(cloth)} />
        </span>
      }
    >
      <p className="mb-5">
        <BackLink to="/admin/atelier/cloth">All cloth</BackLink>
      </p>
      <div role="status" className="empty:hidden">
        {result?.done && (
          <Notice kind="success" className="mb-5">
            {result.done}
          </Notice>
        )}
      </div>
      {cloth.isArchived && (
        <Notice kind="info" title="Archived" className="mb-5">
          No option offers this cloth. Its movements stay.
        </Notice>
      )}
      <EntryForm cloth={cloth} result={result} />
      <h2 className="display mt-10 mb-2 text-xl">Movements</h2>
      {movements.length === 0 ? (
        <EmptyState title="Nothing has moved yet" className="py-8">
          Enter above how many metres there are.
        </EmptyState>
      ) : (
        <div className="space-y-4">
          <Movements rows={movements} />
          <Pagination page={page} pageCount={pageCount} label="Movements" />
        </div>
      )}
      <h2 className="display mt-10 mb-4 text-xl">About the cloth</h2>
      <ClothForm key={cloth.version} cloth={cloth} result={result} />
      <ArchiveForm cloth={cloth} />
    </AdminPage>
  );
}

type EntryProps = { cloth: Cloth; result: ClothFormResult | undefined };

function EntryForm({ cloth, result }: EntryProps) {
  const isMine = ["receive", "count"].includes(intentOf(result) ?? "") || result?.done;
  const [form, fields] = useForm<{ length: string; note: string }>({
    id: "cloth-entry",
    lastResult: isMine ? result : undefined,
    defaultNoValidate: false,
  });
  const { state, formData } = useNavigation();
  const isSending = state === "submitting" && formData?.has("length") === true;
  return (
    <section aria-label="Receive or count" className="border border-line p-4 sm:p-5">
      <h2 className="font-medium">Receive or count</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        Enter what arrived, or measure what is on the roll. Cloth for orders that are not cut yet
        counts too. Cloth that is cut while you measure is not lost.
      </p>
      <Form
        method="post"
        preventScrollReset
        {...getFormProps(form)}
        noValidate={false}
        className="flex flex-wrap items-start gap-4"
      >
        <FormErrors form={form} className="w-full" />
        <input type="hidden" name="knownLength" value={cloth.lengthMm} />
        <FormField
          field={fields.length}
          label="Metres"
          className="figures w-28"
          required
          inputMode="decimal"
          autoComplete="off"
        />
        <FormField
          field={fields.note}
          label="Reason"
          hint="Required where a count differs."
          className="min-w-40 grow basis-40 sm:max-w-96"
          maxLength={200}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3 sm:pt-[1.6875rem]">
          <Button type="submit" name="intent" value="receive" busy={isSending}>
            Receive
          </Button>
          <Button
            type="submit"
            name="intent"
            value="count"
            variant="secondary"
            disabled={isSending}
          >
            Set the count
          </Button>
        </div>
      </Form>
    </section>
  );
}

function ArchiveForm({ cloth }: { cloth: Cloth }) {
  return (
    <Form method="post" preventScrollReset className="mt-10 border-t border-line pt-6">
      <input type="hidden" name="version" value={cloth.version} />
      <p className="mb-3 max-w-prose text-sm text-ink-soft">
        {cloth.isArchived
          ? "Options that were made from it offer it again."
          : "An archived cloth is offered in no option. Nothing is deleted, and it can be used again."}
      </p>
      <Button
        type="submit"
        name="intent"
        value={cloth.isArchived ? "restore" : "archive"}
        variant="secondary"
      >
        {cloth.isArchived ? "Use it again" : "Archive the cloth"}
      </Button>
    </Form>
  );
}

function Movements({ rows }: { rows: readonly ClothMovement[] }) {
  return (
    <ul
      aria-label="Movements, newest first"
      className="figures divide-y divide-line border-y border-line"
    >
      {rows.map((row) => (
        <li key={row.id} className="py-3 text-sm">
          <p className="flex justify-between gap-4 text-base font-medium">
            {clothMovementLabel(row.reason)} <span>{formatClothChange(row.changeMm)}</span>
          </p>
          <p className="text-ink-quiet">
            <time dateTime={row.createdAt.toISOString()}>{formatMoment(row.createdAt)}</time>
            {row.staffName && ` · ${row.staffName}`}
          </p>
          {(row.orderId || row.note) && (
            <p className="wrap-anywhere text-ink-soft">
              {row.orderId && (
                <Link to={`/admin/orders/${row.orderId}`} className="link">
                  Order {orderNumber(row.orderId)}
                </Link>
              )}
              {row.orderId && row.note && " · "}
              {row.note}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
