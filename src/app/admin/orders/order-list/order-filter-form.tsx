import { ChevronDown, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { fulfillmentWord } from "#features/orders/order/line-quantities.ts";
import type { OrderFilter } from "#features/orders/order/list/order-filter.ts";
import {
  EVERY_ORDER,
  orderFilterQuery,
  SORTS,
  WAYS,
} from "#features/orders/order/list/order-filter.ts";
import type { OrderStatus } from "#features/orders/order/order.ts";
import { ORDER_STATUSES, statusWord } from "#features/orders/order/order.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input, Select } from "#ui/field.tsx";

type Props = { filter: OrderFilter; counts: Partial<Record<OrderStatus, number>> };

const SORT_LABELS: Record<OrderFilter["sort"], string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  highest: "Highest total first",
  lowest: "Lowest total first",
};

const wayWord = (way: (typeof WAYS)[number]) => {
  if (way === "to_ship") return "Something to ship";
  return way === "unshipped" ? "Nothing shipped yet" : fulfillmentWord(way);
};

const half = "w-[calc(50%-0.5rem)]";

/** Works without JavaScript. */
export function OrderFilterForm({ filter, counts }: Props) {
  const query = orderFilterQuery(filter);
  return (
    // The key resets the fields when a link changes the URL.
    <Form key={query} role="search" className="space-y-4 py-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label="Search" className="w-full sm:w-80">
          <Input
            type="search"
            name="q"
            defaultValue={filter.search}
            autoComplete="off"
            placeholder="Number, invoice, name, email, piece, tracking"
          />
        </Field>
        <Choice label="Status" name="status" value={filter.status} first="Every status">
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {`${statusWord(status)} (${counts[status] ?? 0})`}
            </option>
          ))}
        </Choice>
        <Choice label="Shipping" name="way" value={filter.way} first="However far">
          {WAYS.map((way) => (
            <option key={way} value={way}>
              {wayWord(way)}
            </option>
          ))}
        </Choice>
        <Button type="submit" variant="secondary">
          <Search size={16} aria-hidden="true" />
          Show
        </Button>
        {query !== "" && (
          <Link to="/admin/orders" className="link inline-flex min-h-11 items-center text-sm">
            Show everything
          </Link>
        )}
      </div>
      <MoreFilters filter={filter} />
    </Form>
  );
}

function MoreFilters({ filter }: { filter: OrderFilter }) {
  const { attention, from, least, madeToMeasure, most, returns, sort, to } = filter;
  const isOpen =
    orderFilterQuery({
      ...EVERY_ORDER,
      attention,
      from,
      least,
      madeToMeasure,
      most,
      returns,
      to,
    }) !== "";
  return (
    <details open={isOpen} className="group">
      <summary className="link inline-flex min-h-11 list-none items-center gap-1.5 text-sm">
        More filters and sorting
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label="From" className={`${half} sm:w-42`}>
          <Input type="date" name="from" defaultValue={from} />
        </Field>
        <Field label="To" className={`${half} sm:w-42`}>
          <Input type="date" name="to" defaultValue={to} />
        </Field>
        <Field label="Total from ($)" className={`${half} sm:w-32`}>
          <Input name="min" inputMode="decimal" defaultValue={least} autoComplete="off" />
        </Field>
        <Field label="Total to ($)" className={`${half} sm:w-32`}>
          <Input name="max" inputMode="decimal" defaultValue={most} autoComplete="off" />
        </Field>
        <Field label="Sorted" className="w-full sm:w-52">
          <Select name="sort" defaultValue={sort}>
            {SORTS.map((each) => (
              <option key={each} value={each}>
                {SORT_LABELS[each]}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex w-full flex-wrap gap-x-8">
          <Checkbox
            label="Made to measure"
            name="custom"
            value="1"
            defaultChecked={madeToMeasure}
          />
          <Checkbox label="Open return" name="returns" value="open" defaultChecked={returns} />
          <Checkbox label="Needs attention" name="attention" value="1" defaultChecked={attention} />
        </div>
      </div>
    </details>
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  value: string | null;
  first: string;
  children: ReactNode;
};

function Choice({ label, name, value, first, children }: ChoiceProps) {
  return (
    <Field label={label} className={`${half} sm:w-48`}>
      <Select name={name} defaultValue={value ?? ""}>
        <option value="">{first}</option>
        {children}
      </Select>
    </Field>
  );
}
