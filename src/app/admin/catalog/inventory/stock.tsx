import { getFormProps, useForm } from "@conform-to/react";
import { Download, Search } from "lucide-react";
import { Form, Link } from "react-router";
import { FormField } from "#app/components/form/form-field.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { EntryStatus, StockEntryPanel } from "#app/components/stock/stock-entry-panel.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { countLabel } from "#core/format-number.ts";
import type { StockFilter, StockView } from "#features/catalog/inventory/stock-entry.ts";
import {
  readStockFilter,
  STOCK_FILTERS,
  STOCK_VIEWS,
  stockQuery,
} from "#features/catalog/inventory/stock-entry.ts";
import { listStock } from "#features/catalog/inventory/stock-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { LinkTabs, Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/stock.ts";
import type { StockFormResult } from "./handle-stock-form.server.ts";
import { handleStockForm } from "./handle-stock-form.server.ts";
import { StockTable } from "./stock-table.tsx";

type Props = { lowStock: number; result: StockFormResult | undefined };

/** The limit applies to the page, its notice and the email. */
function LowStockForm({ lowStock, result }: Props) {
  const emailText = useEmailText();
  const [form, fields] = useForm<{ lowStock: string }>({
    id: "low-stock",
    lastResult: intentOf(result) === "low-stock" ? result : undefined,
    defaultValue: { lowStock: String(lowStock) },
    defaultNoValidate: false,
  });
  return (
    <Form
      method="post"
      preventScrollReset
      {...getFormProps(form)}
      noValidate={false}
      className="flex flex-wrap items-start gap-4"
    >
      <FormField
        field={fields.lowStock}
        label="Low means so many pieces or fewer"
        hint={`A variant with this number left is low. ${emailText("The contact address then receives one email.")}`}
        className="figures max-w-80"
        inputMode="numeric"
        required
      />
      <Button
        type="submit"
        name="intent"
        value="low-stock"
        variant="secondary"
        className="sm:mt-[1.6875rem]"
      >
        Save
      </Button>
    </Form>
  );
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = readStockFilter(url.searchParams);
  const actor = context.get(actorContext);
  const list = await listStock(context.get(depsContext).db, { actor, filter });
  if (!list.ok) return refuse();
  return { filter, list: list.value };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleStockForm(request, context.get(depsContext), context.get(actorContext));
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [
  { title: "Stock" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

const viewLabels: Record<StockView, string> = { all: "All", low: "Low", out: "Sold out" };

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, list } = loaderData;
  const tabs = STOCK_VIEWS.map((view) => ({
    label: viewLabels[view],
    count: list.counts[view],
    search: stockQuery({ ...filter, view }),
    current: view === filter.view,
  }));
  return (
    <AdminPage
      title="Stock"
      lead="Every size and color that is counted. Reserved pieces are included."
    >
      <StockEntryPanel
        unit="items"
        hint="Scan a bar code or enter the SKU, then the number. Press Enter to receive the pieces."
        of={null}
        result={actionData}
        isOther={intentOf(actionData) === "low-stock"}
      >
        <EntryStatus result={actionData} />
      </StockEntryPanel>
      <div className="mt-8">
        <LinkTabs label="Stock" tabs={tabs} />
        <SearchForm filter={filter} />
        <UnreadableFilters filters={STOCK_FILTERS} />
        {list.rows.length === 0 ? (
          <Nothing filter={filter} />
        ) : (
          <div
            data-summary={`${countLabel(list.counts[filter.view], "size")} in stock`}
            className="space-y-4"
          >
            <StockTable rows={list.rows} lowStock={list.lowStock} />
            <Pagination page={list.page} pageCount={list.pageCount} label="Stock" />
          </div>
        )}
      </div>
      <div className="mt-10 flex flex-wrap items-start justify-between gap-6 border-t border-line pt-6">
        <LowStockForm key={list.lowStock} lowStock={list.lowStock} result={actionData} />
        <a
          href="/admin/stock/ledger"
          download
          className="link inline-flex items-center gap-2 py-2.5 text-sm"
        >
          <Download size={16} aria-hidden="true" />
          Every movement as CSV
        </a>
      </div>
    </AdminPage>
  );
}

function SearchForm({ filter }: { filter: StockFilter }) {
  return (
    <Form key={stockQuery(filter)} role="search" className="flex flex-wrap items-end gap-4 py-4">
      {filter.view !== "all" && <input type="hidden" name="view" value={filter.view} />}
      <Field label="Product or SKU" className="w-full sm:w-72">
        <Input type="search" name="q" defaultValue={filter.search} autoComplete="off" />
      </Field>
      <Button type="submit" variant="secondary">
        <Search size={16} aria-hidden="true" />
        Show
      </Button>
      {filter.search && (
        <Link
          to={{ search: stockQuery({ ...filter, search: "" }) }}
          className="link py-2.5 text-sm"
        >
          Show everything
        </Link>
      )}
    </Form>
  );
}

function Nothing({ filter }: { filter: StockFilter }) {
  if (filter.search)
    return <EmptyState title="Nothing matches">Try a shorter name or SKU.</EmptyState>;
  if (filter.view === "low") return <EmptyState title="Nothing runs low">Good.</EmptyState>;
  if (filter.view === "out") return <EmptyState title="Nothing is sold out">Good.</EmptyState>;
  return (
    <EmptyState title="Nothing is counted yet">
      A size is counted as soon as its product form says how many pieces there are.
    </EmptyState>
  );
}
