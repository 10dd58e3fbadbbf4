import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";

type Props = {
  /** What is searched, such as "Email or subject". */
  label: string;
  search: string;
  /** Other filters of the URL that a search keeps, without a page. */
  others?: Readonly<Record<string, string>>;
};

/** A list of fewer rows is read faster than searched. */
const SEARCHED_FROM = 6;

/** Whether a list has a search: it is long, or a search has shortened it. */
export const isListSearched = (rows: number, search: string) =>
  search !== "" || rows >= SEARCHED_FROM;

/** Searches the list of its page by GET, with or without JavaScript. */
export function ListSearch({ label, search, others = {} }: Props) {
  return (
    // The key resets the field when a link changes the URL.
    <Form key={search} role="search" className="flex flex-wrap items-end gap-4 py-4">
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field label={label} className="w-full sm:w-72">
        <Input type="search" name="q" defaultValue={search} autoComplete="off" />
      </Field>
      <Button type="submit" variant="secondary">
        <Search size={16} aria-hidden="true" />
        Show
      </Button>
      {search && (
        <Link to={{ search: `?${new URLSearchParams(others)}` }} className="link py-2.5 text-sm">
          Show everything
        </Link>
      )}
    </Form>
  );
}
