import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Form, Link, useNavigate, useNavigation } from "react-router";
import { DASHBOARD_PATH } from "#app/components/admin/dashboard-tabs.ts";
import { genderWord, newProductPath, productsQuery } from "#app/components/admin/product-urls.ts";
import { ProductsLoading } from "#app/components/admin/tab-loading.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { countLabel, formatNumber } from "#core/format-number.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import type { AdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";
import {
  ADMIN_PRODUCT_FILTERS,
  ADMIN_PRODUCT_SORTS,
  isNarrowed,
  NO_CATEGORY,
  readAdminProductFilter,
} from "#features/catalog/editing/admin-product-filter.ts";
import type { Gender } from "#features/catalog/products/product.ts";
import { GENDERS } from "#features/catalog/products/product.ts";
import { MAX_SEARCH_LENGTH } from "#features/catalog/search/search-text.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { EmptyState, ReloadPanel } from "#ui/notice.tsx";
import { ProductList } from "./product-list.tsx";
import type { ProductsContent } from "./products-actions.server.ts";

const sortLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "Name, A to Z",
  "-name": "Name, Z to A",
  price: "Price, low to high",
  "-price": "Price, high to low",
};

/** Delays the reload, so that a word causes one request. */
const TYPING_PAUSE_MS = 250;

type ProductFilterFormProps = {
  filter: AdminProductFilter;
  /** Belongs to the products shown; `filter` may still be loading. */
  shownSearch: string;
  categories: readonly AdminCategory[];
};

/** Works without JavaScript. */
export function ProductFilterForm({ filter, shownSearch, categories }: ProductFilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { raw, type, follow } = useFollowing(form, shownSearch);
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
      <Field label="Search by name or SKU" className="col-span-2 sm:w-64">
        <Input
          type="search"
          name="q"
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          value={raw}
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
              {sortLabels[sort]}
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

/** Ignores URLs it requested itself, so that late responses never remove letters. */
function useFollowing(form: { current: HTMLFormElement | null }, shown: string) {
  const navigate = useNavigate();
  const [raw, setSubmitted] = useState(shown);
  const requested = useRef(shown);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (shown === requested.current) return;
    requested.current = shown;
    setSubmitted(shown);
  }, [shown]);

  const follow = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const said = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) said.set(name, String(value));
    const filter = readAdminProductFilter(said);
    requested.current = filter.search;
    void navigate({ search: productsQuery(filter) }, { replace: true, preventScrollReset: true });
  };
  return {
    raw,
    type(text: string) {
      setSubmitted(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(follow, TYPING_PAUSE_MS);
    },
    follow,
  };
}

/** Prefers the filter being loaded, so that a choice shows at once. */
function useComingFilter(shown: AdminProductFilter) {
  const { location } = useNavigation();
  const isComing = location?.pathname === DASHBOARD_PATH;
  const filter = isComing ? readAdminProductFilter(new URLSearchParams(location.search)) : shown;
  return { filter, isComing };
}

type Props = { filter: AdminProductFilter; counts: Record<Gender, number> };

const allOf = (counts: Record<Gender, number>) => counts.female + counts.male + counts.unisex;

/** Counts apply the other filters (specification 2). */
function GenderFilter({ filter, counts }: Props) {
  const total = allOf(counts);
  return (
    <nav aria-label="Gender" className="max-sm:w-full">
      <ul className="flex flex-wrap">
        {[null, ...GENDERS].map((gender) => (
          <li key={gender} className="-ml-px grow first:ml-0">
            <Link
              to={{ search: productsQuery({ ...filter, gender }) }}
              preventScrollReset
              aria-current={filter.gender === gender ? "true" : undefined}
              className="relative flex min-h-11.5 items-center justify-center gap-1.5 border border-line px-2 text-sm whitespace-nowrap sm:px-3 text-ink-quiet transition-colors hover:text-ink focus-visible:z-10 aria-[current=true]:z-1 aria-[current=true]:border-ink aria-[current=true]:text-ink"
            >
              {gender ? genderWord(gender) : "All"}{" "}
              <span className="figures text-xs text-ink-quiet">
                {formatNumber(gender ? counts[gender] : total)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ProductsPanel({ content }: { content: ProductsContent }) {
  const { filter, isComing } = useComingFilter(content.filter);
  if (!content.found) return <NotLoaded />;
  const { list, categories } = content.found;
  const { gender } = content.filter;
  const total = gender ? list.counts[gender] : allOf(list.counts);
  return (
    <section aria-label="All Products" className="pt-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <ProductFilterForm
          filter={filter}
          shownSearch={content.filter.search}
          categories={categories}
        />
        <GenderFilter filter={filter} counts={list.counts} />
        <div className="ml-auto flex flex-wrap gap-3 max-sm:w-full [&>*]:max-sm:grow">
          <ButtonLink to="/admin/import" variant="secondary">
            Import
          </ButtonLink>
          <ButtonLink to="/admin/products/export" variant="secondary" reloadDocument download>
            Export
          </ButtonLink>
          <ButtonLink to={newProductPath()} className="max-sm:w-full">
            Add New Product
          </ButtonLink>
        </div>
      </div>
      <UnreadableFilters filters={ADMIN_PRODUCT_FILTERS} />
      <div
        data-summary={countLabel(total, "product")}
        aria-busy={isComing}
        className={`pt-4 transition-opacity ${isComing ? "opacity-50 delay-200" : ""}`}
      >
        {list.rows.length === 0 ? (
          <NoProducts filter={content.filter} />
        ) : (
          <ProductList list={list} filter={content.filter} categories={categories} />
        )}
      </div>
    </section>
  );
}

function NoProducts({ filter }: { filter: AdminProductFilter }) {
  if (!isNarrowed(filter)) {
    const action = <ButtonLink to={newProductPath()}>Add New Product</ButtonLink>;
    return (
      <EmptyState title="No products found" action={action}>
        The first one appears here.
      </EmptyState>
    );
  }
  const everything = readAdminProductFilter(new URLSearchParams());
  return (
    <EmptyState
      title="No products found"
      action={
        <ButtonLink to={{ search: productsQuery(everything) }} variant="secondary">
          Show everything
        </ButtonLink>
      }
    >
      Try a shorter name, another category or another gender.
    </EmptyState>
  );
}

function NotLoaded() {
  return (
    <ReloadPanel
      loading={<ProductsLoading />}
      title="Error loading products."
      text="Nothing was changed. Please try again in a moment."
      className="mt-6"
    />
  );
}
