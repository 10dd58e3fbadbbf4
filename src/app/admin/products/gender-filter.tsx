import { Link } from "react-router";
import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import type { Gender } from "#features/catalog/product.ts";
import { GENDERS } from "#features/catalog/product.ts";
import { genderWord } from "./gender-word.ts";
import { productsQuery } from "./products-url.ts";

type Props = { filter: AdminProductFilter; counts: Record<Gender, number> };

/** All, Female, Male, Unisex, with how many products each has under the rest of the filter (specification 2). */
export function GenderFilter({ filter, counts }: Props) {
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
