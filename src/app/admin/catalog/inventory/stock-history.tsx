import { ArrowLeft } from "lucide-react";
import { data, Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import {
  formatSignedQuantity,
  movementNoteLabel,
  movementWord,
  quantityLabel,
  readPage,
  variantLabel,
} from "#features/catalog/inventory/stock-entry.ts";
import type { Movement } from "#features/catalog/inventory/stock-queries.server.ts";
import { findStockHistory } from "#features/catalog/inventory/stock-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Cell, HeadCell, Table } from "#ui/table.tsx";
import type { Route } from "./+types/stock-history.ts";
import { handleStockForm } from "./handle-stock-form.server.ts";
import { StockEntryPanel } from "./stock-entry-panel.tsx";

function MovementTable({ rows }: { rows: readonly Movement[] }) {
  const head = (
    <>
      <HeadCell>Time</HeadCell>
      <HeadCell>Movement</HeadCell>
      <HeadCell align="right">Pieces</HeadCell>
      <HeadCell>By</HeadCell>
      <HeadCell>Why</HeadCell>
    </>
  );
  return (
    <>
      <div className="hidden lg:block">
        <Table caption="Movements, newest first" head={head} dense>
          {rows.map((row) => (
            <tr key={row.id}>
              <Cell className="whitespace-nowrap text-ink-soft">
                <time dateTime={row.createdAt.toISOString()}>{formatMoment(row.createdAt)}</time>
              </Cell>
              <Cell>{movementWord(row.kind)}</Cell>
              <Cell align="right" className="font-medium">
                {formatSignedQuantity(row.quantity)}
              </Cell>
              <Cell>{row.actorName}</Cell>
              <Cell>
                <Why row={row} />
              </Cell>
            </tr>
          ))}
        </Table>
      </div>
      <ul className="figures divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.id} className="py-3.5">
            <p className="flex justify-between gap-4 font-medium">
              {movementWord(row.kind)} <span>{formatSignedQuantity(row.quantity)}</span>
            </p>
            <p className="text-sm text-ink-quiet">
              {[formatMoment(row.createdAt), row.actorName].filter(Boolean).join(" · ")}
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              <Why row={row} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Why({ row }: { row: Movement }) {
  return (
    <>
      {row.orderId && (
        <Link to={`/admin/orders/${row.orderId}`} className="link">
          Order {orderNumber(row.orderId)}
        </Link>
      )}
      {row.orderId && row.note && " · "}
      {movementNoteLabel(row.note)}
    </>
  );
}

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const page = readPage(url.searchParams.get("page"));
  const requested = { actor, variantId: params.id, page };
  const found = await findStockHistory(context.get(depsContext).db, requested);
  if (!found.ok) return refuse();
  return data(found.value, { status: found.value ? 200 : 404 });
}

export function action({ request, context }: Route.ActionArgs) {
  return handleStockForm(request, context.get(depsContext), context.get(actorContext));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Stock: ${variantLabel(loaderData.stock)}` : "Stock" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function StockOfOne({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotThere />;
  const { stock, movements, page, pageCount } = loaderData;
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
        title="Receive or count"
        hint="Count what is in stock, without sold pieces that wait to be shipped. Sales while you count are not lost."
        of={stock}
        result={actionData}
      />
      <h2 className="display mt-10 mb-2 text-xl">Movements</h2>
      {movements.length === 0 ? (
        <EmptyState title="Nothing has moved yet">The first movement appears here.</EmptyState>
      ) : (
        <div className="space-y-4">
          <MovementTable rows={movements} />
          <Pagination page={page} pageCount={pageCount} label="Movements" />
        </div>
      )}
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
