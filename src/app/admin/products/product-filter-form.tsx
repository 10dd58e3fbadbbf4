import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import {
  ADMIN_PRODUCT_SORTS,
  NO_CATEGORY,
  readAdminProductFilter,
} from "#features/catalog/admin/admin-product-filter.ts";
import { MAX_SEARCH_LENGTH } from "#features/catalog/search/search-text.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { productsQuery } from "./product-urls.ts";

const sortWords = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "Name, A to Z",
  "-name": "Name, Z to A",
  price: "Price, low to high",
  "-price": "Price, high to low",
};

/** How long after the last letter the list follows: one request a word, not one a letter. */
const TYPING_PAUSE_MS = 250;

type Props = {
  filter: AdminProductFilter;
  /** The search whose products are shown; `filter` may be on its way. */
  shownSearch: string;
  categories: readonly AdminCategory[];
};

/** Narrows and orders the list; its fields are the address's own words, so it works before the page's script has arrived. */
export function ProductFilterForm({ filter, shownSearch, categories }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { typed, type, follow } = useFollowing(form, shownSearch);
  const isHydrated = useHydrated();
  return (
    <Form
      ref={form}
      role="search"
      aria-label="Products"
      className="grid grow grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap sm:gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        follow();
      }}
    >
      <input type="hidden" name="tab" value="products" />
      {filter.gender && <input type="hidden" name="gender" value={filter.gender} />}
      <Field label="Search by name" className="col-span-2 sm:w-64">
        <Input
          type="search"
          name="q"
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <Field label="Category" className="sm:w-52">
        <Select name="category" value={filter.categoryId ?? ""} onChange={follow}>
          <option value="">All categories</option>
          {categories.map(
            ({ id, name }) =>
              id && (
                <option key={id} value={id}>
                  {name}
                </option>
              ),
          )}
          <option value={NO_CATEGORY}>Without a category</option>
        </Select>
      </Field>
      <Field label="Sort" className="sm:w-48">
        <Select name="sort" value={filter.sort} onChange={follow}>
          {ADMIN_PRODUCT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {sortWords[sort]}
            </option>
          ))}
        </Select>
      </Field>
      {!isHydrated && (
        <Button type="submit" variant="secondary">
          Show
        </Button>
      )}
    </Form>
  );
}

/**
 * What is being typed, and how the address, and with it the list, follows what the form says. The field gives way only to an address
 * that it did not ask for: an answer that comes while somebody types on must not take letters away.
 */
function useFollowing(form: { current: HTMLFormElement | null }, shown: string) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(shown);
  const asked = useRef(shown);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (shown === asked.current) return;
    asked.current = shown;
    setTyped(shown);
  }, [shown]);

  const follow = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const said = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) said.set(name, String(value));
    const filter = readAdminProductFilter(said);
    asked.current = filter.search;
    void navigate({ search: productsQuery(filter) }, { replace: true, preventScrollReset: true });
  };
  return {
    typed,
    type(text: string) {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(follow, TYPING_PAUSE_MS);
    },
    follow,
  };
}
