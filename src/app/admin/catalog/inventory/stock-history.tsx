import { ArrowLeft } from "lucide-react";
import { data, Link } from "react-router";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { MovementHistory } from "#app/components/stock/movement-history.tsx";
import { EntryStatus, StockEntryPanel } from "#app/components/stock/stock-entry-panel.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { quantityLabel, variantLabel } from "#features/catalog/inventory/stock-entry.ts";
import { findStockHistory } from "#features/catalog/inventory/stock-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import type { Route } from "./+types/stock-history.ts";
import { handleStockForm } from "./handle-stock-form.server.ts";

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const page = readPageNumber(url.searchParams.get("page"));
  const requested = { actor, variantId: params.id, page };
  const found = await findStockHistory(context.get(depsContext).db, requested);
  if (!found.ok) return refuse();
  return data(found.value, { status: found.value ? 200 : 404 });
}

export function action({ request, context }: Route.ActionArgs) {
  return handleStockForm(request, context.get(depsContext), context.get(actorContext));
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Stock: ${variantLabel(loaderData.stock)}` : "Stock" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function StockOfOne({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotThere />;
  const { stock } = loaderData;
  const held = stock.held > 0 ? `, ${stock.held} of them held for open payments` : "";
  return (
    <AdminPage
      title={variantLabel(stock)}
      lead={
        <span className="figures wrap-anywhere">
          {stock.sku} · {quantityLabel(stock.inStock)} on the shelf{held} · {stock.sold} sold in 30
          days
        </span>
      }
    >
      <UnreadableFilters filters={[PAGE_FILTER]} />
      <p className="mb-5 flex flex-wrap gap-x-6">
        <Link to="/admin/stock" className="link inline-flex items-center gap-2 py-2.5 text-sm">
          <ArrowLeft size={16} aria-hidden="true" />
          All stock
        </Link>
        <Link to={`/admin/products/edit/${stock.productId}`} className="link py-2.5 text-sm">
          Edit the product
        </Link>
      </p>
      <StockEntryPanel
        unit="items"
        hint="Count what is in stock, without sold pieces that wait to be shipped. Sales while you count are not lost."
        of={stock}
        result={actionData}
        isOther={false}
      >
        <EntryStatus result={actionData} />
      </StockEntryPanel>
      <MovementHistory
        unit="items"
        history={loaderData}
        nothingYet="The first movement appears here."
      />
    </AdminPage>
  );
}

function NotThere() {
  return (
    <>
      <h1 className="sr-only">Page Not Found</h1>
      <EmptyState
        title="This variant is not counted"
        action={
          <ButtonLink to="/admin/stock" variant="secondary">
            All stock
          </ButtonLink>
        }
      >
        Its product may have left the shop, or it is made to order by now.
      </EmptyState>
    </>
  );
}
