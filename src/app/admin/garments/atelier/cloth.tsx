import { data, Form } from "react-router";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { MovementHistory } from "#app/components/stock/movement-history.tsx";
import { StockEntryPanel } from "#app/components/stock/stock-entry-panel.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { intentOf, submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { formatMetres } from "#core/metres.ts";
import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { clothLevel } from "#features/garments/cloth/cloth.ts";
import type { Cloth } from "#features/garments/cloth/cloth-queries.server.ts";
import { findClothHistory } from "#features/garments/cloth/cloth-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/cloth.ts";
import { BackLink, ClothLevelBadge } from "./atelier-nav.tsx";
import { ClothForm } from "./cloth-form.tsx";
import type { ClothFormResult } from "./handle-cloth-form.server.ts";
import { handleClothForm } from "./handle-cloth-form.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const requested = { actor, id: params.id, page: readPageNumber(url.searchParams.get("page")) };
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
  const { cloth } = loaderData;
  const result: ClothFormResult | undefined = actionData;
  const isEntry = ["receive", "count"].includes(intentOf(result) ?? "");
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
      <UnreadableFilters filters={[PAGE_FILTER]} />
      <p className="mb-5">
        <BackLink to="/admin/atelier/cloth">All cloth</BackLink>
      </p>
      <div role="status" className="empty:sr-only">
        {result?.done && (
          <Notice kind="success" className="mb-5">
            {result.done}
          </Notice>
        )}
      </div>
      {cloth.isArchived && !(result?.done && intentOf(result) === "archive") && (
        <Notice kind="info" title="Archived" className="mb-5">
          No option offers this cloth. Its movements stay.
        </Notice>
      )}
      <StockEntryPanel
        unit="millimetres"
        hint="Enter what arrived, or measure what is on the roll. Cloth for orders that are not cut yet counts too. Cloth that is cut while you measure is not lost."
        of={{ inStock: cloth.lengthMm }}
        result={result}
        isOther={!(isEntry || result?.done)}
      />
      <MovementHistory
        unit="millimetres"
        history={loaderData}
        nothingYet="Enter above how many metres there are."
      />
      <h2 className="display mt-10 mb-4 text-xl">About the cloth</h2>
      <ClothForm key={cloth.version} cloth={cloth} result={result} />
      <ArchiveForm cloth={cloth} />
    </AdminPage>
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
