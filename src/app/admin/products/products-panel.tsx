import { Link, useNavigation, useRevalidator } from "react-router";
import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import {
  isNarrowed,
  readAdminProductFilter,
} from "#features/catalog/admin/admin-product-filter.ts";
import type { Gender } from "#features/catalog/product.ts";
import { GENDERS } from "#features/catalog/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState, ErrorPanel } from "#ui/notice.tsx";
import { DASHBOARD_PATH } from "../dashboard/dashboard-tabs.ts";
import { ProductFilterForm } from "./product-filter-form.tsx";
import { ProductList } from "./product-list.tsx";
import { genderWord, newProductPath, productsQuery } from "./product-urls.ts";
import type { ProductsContent } from "./products-content.server.ts";
import { ProductsLoading } from "./products-loading.tsx";

/** The filter on its way, so that a choice shows as chosen before its products have arrived; else the one shown. */
function useComingFilter(shown: AdminProductFilter) {
  const { location } = useNavigation();
  const isComing = location?.pathname === DASHBOARD_PATH;
  const filter = isComing ? readAdminProductFilter(new URLSearchParams(location.search)) : shown;
  return { filter, isComing };
}

type Props = { filter: AdminProductFilter; counts: Record<Gender, number> };

/** All, Female, Male, Unisex, with how many products each has under the rest of the filter (specification 2). */
function GenderFilter({ filter, counts }: Props) {
  const total = counts.female + counts.male + counts.unisex;
  return (
    <nav aria-label="Gender" className="max-sm:w-full">
      <ul className="flex">
        {[null, ...GENDERS].map((gender) => (
          <li key={gender} className="-ml-px grow first:ml-0">
            <Link
              to={{ search: productsQuery({ ...filter, gender }) }}
              preventScrollReset
              aria-current={filter.gender === gender ? "true" : undefined}
              className="relative flex min-h-11.5 items-center justify-center gap-1.5 border border-line px-3 text-sm whitespace-nowrap text-ink-quiet transition-colors hover:text-ink focus-visible:z-10 aria-[current=true]:z-1 aria-[current=true]:border-ink aria-[current=true]:text-ink"
            >
              {gender ? genderWord(gender) : "All"}{" "}
              <span className="figures text-xs text-ink-quiet">
                {(gender ? counts[gender] : total).toLocaleString("en-US")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The All Products tab (specification 2). */
export function ProductsPanel({ content }: { content: ProductsContent }) {
  const { filter, isComing } = useComingFilter(content.filter);
  if (!content.found) return <NotLoaded />;
  const { list, categories } = content.found;
  return (
    <section aria-label="All Products" className="pt-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="order-last ml-auto flex flex-wrap gap-3 max-sm:w-full [&>*]:max-sm:grow">
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
        <ProductFilterForm
          filter={filter}
          shownSearch={content.filter.search}
          categories={categories}
        />
        <GenderFilter filter={filter} counts={list.counts} />
      </div>
      <div
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
        The first one will stand here.
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
  const { revalidate, state } = useRevalidator();
  if (state !== "idle") return <ProductsLoading />;
  return (
    <ErrorPanel
      title="Error loading products."
      text="Nothing was changed. Please try again in a moment."
      onRetry={() => void revalidate()}
      className="mt-6"
    />
  );
}
