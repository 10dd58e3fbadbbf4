import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { countLabel } from "#core/format-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatMoney } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { CustomerFilter } from "#features/office/customers/customer-filter.ts";
import {
  CUSTOMER_FILTERS,
  CUSTOMER_SORTS,
  customerPath,
  customerSortLabel,
  readCustomerFilter,
} from "#features/office/customers/customer-filter.ts";
import type { CustomerRow } from "#features/office/customers/customer-queries.server.ts";
import { listCustomers } from "#features/office/customers/customer-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Cell, CellNote, HeadCell, Table, walkRows } from "#ui/table.tsx";
import type { Route } from "./+types/customers.ts";

const spentText = ({ spent }: CustomerRow) => spent.map(formatMoney).join(" and ");
const ordersText = (count: number) => (count === 1 ? "1 order" : `${count} orders`);

function CustomerTable({ rows }: { rows: readonly CustomerRow[] }) {
  return (
    <>
      <WideTable rows={rows} />
      <ul className="divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.email}>
            <CustomerCard row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function WideTable({ rows }: { rows: readonly CustomerRow[] }) {
  const head = (
    <>
      <HeadCell>Name</HeadCell>
      <HeadCell className="max-xl:hidden">E-mail</HeadCell>
      <HeadCell>Account</HeadCell>
      <HeadCell className="max-xl:hidden">First heard of</HeadCell>
      <HeadCell>Last order</HeadCell>
      <HeadCell align="right">Orders</HeadCell>
      <HeadCell align="right">Spent</HeadCell>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys only move the focus between the links inside
    <div className="hidden lg:block" onKeyDown={walkRows}>
      <Table caption="Customers" head={head} dense stickyHead>
        {rows.map((row) => (
          <tr
            key={row.email}
            className="relative transition-colors focus-within:bg-paper hover:bg-paper"
          >
            <Cell className="w-full max-w-0 truncate xl:w-1/4">
              <Link
                to={customerPath(row.email)}
                data-row=""
                className="font-medium after:absolute after:inset-0"
              >
                {row.name || shownEmail(row.email)}
              </Link>
              {row.name && (
                <CellNote className="truncate xl:hidden">{shownEmail(row.email)}</CellNote>
              )}
            </Cell>
            <Cell
              className="w-1/4 max-w-0 truncate text-ink-soft max-xl:hidden"
              title={shownEmail(row.email)}
            >
              {shownEmail(row.email)}
            </Cell>
            <Cell className="text-ink-soft">{row.hasAccount ? "Yes" : "Guest"}</Cell>
            <Cell className="text-ink-soft max-xl:hidden">{formatDay(row.since)}</Cell>
            <Cell className="text-ink-soft">
              {row.lastOrderAt ? formatDay(row.lastOrderAt) : "None"}
            </Cell>
            <Cell align="right">{row.orderCount}</Cell>
            <Cell
              align="right"
              className={`whitespace-nowrap ${row.orderCount > 0 ? "font-medium" : "text-ink-quiet"}`}
            >
              {spentText(row)}
            </Cell>
          </tr>
        ))}
      </Table>
      <p className="pt-3 text-xs text-ink-quiet">
        In the list, <kbd>j</kbd> and <kbd>k</kbd> or the arrows move between customers, Enter opens
        one.
      </p>
    </div>
  );
}

function CustomerCard({ row }: { row: CustomerRow }) {
  return (
    <Link to={customerPath(row.email)} className="block py-3.5 -outline-offset-2">
      <span className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-medium">{row.name || shownEmail(row.email)}</span>
        <span className="figures font-medium whitespace-nowrap">{spentText(row)}</span>
      </span>
      <span className="mt-0.5 block truncate text-sm text-ink-soft">{shownEmail(row.email)}</span>
      <span className="figures mt-0.5 block text-sm text-ink-quiet">
        {ordersText(row.orderCount)} · {row.hasAccount ? "Account" : "Guest"} since{" "}
        {formatDay(row.since)}
      </span>
    </Link>
  );
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = readCustomerFilter(url.searchParams);
  const actor = context.get(actorContext);
  const list = await listCustomers(context.get(depsContext).db, { actor, filter });
  if (!list.ok) return refuse();
  return { filter, list: list.value, isErased: url.searchParams.has("erased") };
}

export const meta: Route.MetaFunction = () => [
  { title: "Customers" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function CustomersPage({ loaderData }: Route.ComponentProps) {
  const { filter, list, isErased } = loaderData;
  const people = countLabel(list.total, "person", "people");
  return (
    <AdminPage
      title="Customers"
      lead={`Everybody who has an account, bought or wrote. ${people}${filter.search && ` for “${filter.search}”`}.`}
    >
      {isErased && (
        <Notice kind="success" live className="mb-2">
          The person is erased. Their orders stay in the books without their name.
        </Notice>
      )}
      <FilterForm filter={filter} />
      <UnreadableFilters filters={CUSTOMER_FILTERS} />
      {list.rows.length === 0 ? (
        <Nobody filter={filter} />
      ) : (
        <div data-summary={people} className="space-y-4">
          <CustomerTable rows={list.rows} />
          <Pagination page={list.page} pageCount={list.pageCount} label="Customers" />
        </div>
      )}
    </AdminPage>
  );
}

function FilterForm({ filter }: { filter: CustomerFilter }) {
  return (
    <Form
      key={`${filter.search} ${filter.sort}`}
      role="search"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-4"
    >
      <Field label="Name, email or phone" className="w-full sm:w-72">
        <Input type="search" name="q" defaultValue={filter.search} autoComplete="off" />
      </Field>
      <Field label="Sorted" className="grow sm:w-52 sm:grow-0">
        <Select name="sort" defaultValue={filter.sort}>
          {CUSTOMER_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {customerSortLabel(sort)}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="secondary">
        <Search size={16} aria-hidden="true" />
        Show
      </Button>
      {filter.search && (
        <Link to="/admin/customers" className="link py-2 text-sm">
          Show everybody
        </Link>
      )}
    </Form>
  );
}

function Nobody({ filter }: { filter: CustomerFilter }) {
  if (filter.search === "") {
    return (
      <EmptyState title="No customers yet">
        Everyone who creates an account, buys or writes to you appears here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nobody matches"
      action={
        <ButtonLink to="/admin/customers" variant="secondary">
          Show everybody
        </ButtonLink>
      }
    >
      Try part of the name or email address, or the last digits of the phone number.
    </EmptyState>
  );
}
