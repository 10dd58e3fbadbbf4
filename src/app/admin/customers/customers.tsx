import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { CustomerFilter } from "#features/customers/customer-filter.ts";
import {
  CUSTOMER_SORTS,
  customerSortLabel,
  readCustomerFilter,
} from "#features/customers/customer-filter.ts";
import { listCustomers } from "#features/customers/customer-list-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Select } from "#ui/select.tsx";
import type { Route } from "./+types/customers.ts";
import { CustomerTable } from "./customer-table.tsx";

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
  const people = list.total === 1 ? "1 person" : `${list.total.toLocaleString("en-US")} people`;
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
      {list.rows.length === 0 ? (
        <Nobody filter={filter} />
      ) : (
        <div className="space-y-4">
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
      <Field label="Name, e-mail or phone" className="w-full sm:w-72">
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
        Whoever makes an account, buys or writes to the house will stand here.
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
      Try a part of the name, of the mail address, or the last digits of the telephone number.
    </EmptyState>
  );
}
