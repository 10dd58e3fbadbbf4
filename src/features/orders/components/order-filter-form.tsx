import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import type { OrderFilter } from "../order-filter.ts";
import { isNarrowed, orderFilterQuery } from "../order-filter.ts";

/** Narrows the list; its fields are the address's own words, so it works before the page's script has arrived. */
export function OrderFilterForm({ filter }: { filter: OrderFilter }) {
  const everything = { search: "", from: "", to: "", madeToMeasure: false, status: filter.status };
  return (
    // The key empties the fields when the address was changed by a link.
    <Form
      key={orderFilterQuery(filter)}
      role="search"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 py-4"
    >
      {filter.status && <input type="hidden" name="status" value={filter.status} />}
      <Field label="Order number or e-mail" className="w-full sm:w-72">
        <Input type="search" name="q" defaultValue={filter.search} autoComplete="off" />
      </Field>
      <Field label="From" className="w-[calc(50%-0.5rem)] sm:w-42">
        <Input type="date" name="from" defaultValue={filter.from} />
      </Field>
      <Field label="To" className="w-[calc(50%-0.5rem)] sm:w-42">
        <Input type="date" name="to" defaultValue={filter.to} />
      </Field>
      <Checkbox
        label="Made to measure only"
        name="custom"
        value="1"
        defaultChecked={filter.madeToMeasure}
      />
      <div className="flex items-center gap-5">
        <Button type="submit" variant="secondary">
          <Search size={16} aria-hidden="true" />
          Show
        </Button>
        {isNarrowed(filter) && (
          <Link to={{ search: orderFilterQuery(everything) }} className="link py-2 text-sm">
            Show everything
          </Link>
        )}
      </div>
    </Form>
  );
}
