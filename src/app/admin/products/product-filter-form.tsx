import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import type { AdminCategory } from "#features/catalog/admin-category.ts";
import type { AdminProductFilter } from "#features/catalog/admin-product-filter.ts";
import {
  ADMIN_PRODUCT_SORTS,
  NO_CATEGORY,
  readAdminProductFilter,
} from "#features/catalog/admin-product-filter.ts";
import { LONGEST_SEARCH } from "#features/catalog/search-text.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Select } from "#ui/select.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { productsQuery } from "./products-address.ts";

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

type Props = { filter: AdminProductFilter; categories: readonly AdminCategory[] };

/** Narrows and orders the list; its fields are the address's own words, so it works before the page's script has arrived. */
export function ProductFilterForm({ filter, categories }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const follow = useFollow(form);
  const search = useTypedSearch(filter.search);
  const isHydrated = useHydrated();
  return (
    <Form
      ref={form}
      role="search"
      aria-label="Products"
      className="grid grow grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap sm:gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        follow(0);
      }}
    >
      <input type="hidden" name="tab" value="products" />
      {filter.gender && <input type="hidden" name="gender" value={filter.gender} />}
      <Field label="Search by name" className="col-span-2 sm:w-64">
        <Input
          type="search"
          name="q"
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
          value={search.typed}
          onChange={(event) => {
            search.type(event.target.value);
            follow(TYPING_PAUSE_MS);
          }}
        />
      </Field>
      <Field label="Category" className="sm:w-52">
        <Select name="category" value={filter.categoryId ?? ""} onChange={() => follow(0)}>
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
        <Select name="sort" value={filter.sort} onChange={() => follow(0)}>
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

/** Lets the address, and with it the list, follow what the form says after a pause. */
function useFollow(form: { current: HTMLFormElement | null }) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (pauseMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const said = new URLSearchParams();
      for (const [name, value] of new FormData(form.current)) said.set(name, String(value));
      const search = productsQuery(readAdminProductFilter(said));
      void navigate({ search }, { replace: true, preventScrollReset: true });
    }, pauseMs);
  };
}

/** What is being typed; it gives way when the address changes by anything but typing. */
function useTypedSearch(search: string) {
  const [typed, setTyped] = useState(search);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setTyped(search);
    isTyping.current = false;
  }, [search]);
  return {
    typed,
    type(text: string) {
      isTyping.current = true;
      setTyped(text);
    },
  };
}
