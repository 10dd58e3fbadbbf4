import type { ReactNode } from "react";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type {
  FacetCounts,
  FacetValue,
  ShopGender,
} from "#features/catalog/listing/listing-filter.ts";
import { COLOR_FAMILIES } from "#features/catalog/listing/listing-filter.ts";
import type { Facet, ListingView } from "#features/catalog/listing/listing-view.ts";
import {
  changedQuery,
  FACET_PARAMETERS,
  listingParameters,
} from "#features/catalog/listing/listing-view.ts";
import { classNames } from "#ui/class-names.ts";
import { Swatch } from "#ui/option-tiles.tsx";
import { clearedQuery } from "./listing-url.ts";

type Props = {
  view: ListingView;
  facets: FacetCounts;
  gender?: ShopGender | undefined;
  /** Lays the groups out side by side. */
  columns?: boolean;
  /** Renders after the filters, such as the submit button. */
  children?: ReactNode;
};

type Chosen = Record<Facet, readonly string[]> & { gender: ShopGender };

/** The form sets these parameters and preserves all others. */
const own: readonly string[] = [...Object.values(FACET_PARAMETERS), "show"];

const genders = [
  { value: "all", label: "All" },
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
] as const;

/** The filters of a listing. Each tick applies at once; without JavaScript a button applies them. */
export function FacetForm({ view, facets, gender, columns = false, children }: Props) {
  const { pathname, search } = useLocation();
  const { chosen, change } = useChosen(view, gender ?? "all");
  const toggle = (facet: Facet, value: string) => {
    const values = chosen[facet];
    const next = values.includes(value)
      ? values.filter((one) => one !== value)
      : [...values, value];
    change({ ...chosen, [facet]: next }, FACET_PARAMETERS[facet], next);
  };
  const preserved = [...listingParameters(search)].filter(
    ([name]) => !own.includes(name) && !(gender && name === "gender"),
  );
  const group = (facet: Facet) => ({
    facet,
    values: facets[facet],
    chosen: chosen[facet],
    onToggle: (value: string) => toggle(facet, value),
  });
  return (
    <form action={pathname}>
      {preserved.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className={columns ? "grid gap-x-12 sm:grid-cols-2 lg:grid-cols-4" : ""}>
        {gender && (
          <Group legend="For">
            {genders.map(({ value, label }) => (
              <Row
                key={value}
                type="radio"
                name="gender"
                value={value}
                label={label}
                count={facets.gender[value]}
                checked={chosen.gender === value}
                onChange={() =>
                  change({ ...chosen, gender: value }, "gender", value === "all" ? null : value)
                }
              />
            ))}
          </Group>
        )}
        <Rows legend="Category" {...group("categories")} />
        <Tiles legend="Size" {...group("sizes")} />
        <Rows legend="Colour" {...group("colors")} />
        <Rows legend="Price" {...group("prices")} />
      </div>
      {children}
    </form>
  );
}

/** Shows ticks before the page loads; afterwards the URL decides. */
function useChosen(view: ListingView, gender: ShopGender) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const arrived: Chosen = { ...view, gender };
  const [ticked, setTicked] = useState<{ from: string; query: string; chosen: Chosen } | null>(
    null,
  );
  const isAhead = ticked !== null && ticked.from === search;
  const change = (chosen: Chosen, parameter: string, value: string | readonly string[] | null) => {
    const query = changedQuery(isAhead ? ticked.query : search, { [parameter]: value });
    setTicked({ from: search, query, chosen });
    navigate(pathname + query, { replace: true, preventScrollReset: true });
  };
  return { chosen: isAhead ? ticked.chosen : arrived, change };
}

type GroupProps = {
  legend: string;
  facet: Facet;
  values: readonly FacetValue[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
};

/** A single value offers no choice unless it is selected. */
const isWorthShowing = ({ values, chosen }: GroupProps) => values.length > 1 || chosen.length > 0;

/** Empty filters remain, so that the layout does not jump. */
const isEmpty = (count: number, checked: boolean) => count === 0 && !checked;

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="mb-8">
      <legend className="eyebrow mb-2">{legend}</legend>
      {children}
    </fieldset>
  );
}

const hexOf = (slug: string) => COLOR_FAMILIES.find((family) => family.slug === slug)?.hex;

function Rows(props: GroupProps) {
  const { legend, facet, values, chosen, onToggle } = props;
  if (!isWorthShowing(props)) return null;
  return (
    <Group legend={legend}>
      {values.map(({ value, label, count }) => (
        <Row
          key={value}
          type="checkbox"
          name={FACET_PARAMETERS[facet]}
          value={value}
          label={label}
          count={count}
          color={facet === "colors" ? hexOf(value) : undefined}
          checked={chosen.includes(value)}
          onChange={() => onToggle(value)}
        />
      ))}
    </Group>
  );
}

type RowProps = {
  type: "checkbox" | "radio";
  name: string;
  value: string;
  label: string;
  count: number;
  color?: string | undefined;
  checked: boolean;
  onChange: () => void;
};

function Row({ type, name, value, label, count, color, checked, onChange }: RowProps) {
  return (
    <label
      className={classNames(
        "flex min-h-11 items-center gap-3 text-sm transition-colors hover:text-demerara",
        isEmpty(count, checked) && "text-ink-quiet",
      )}
    >
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        onChange={onChange}
        className={"choice"}
      />
      {color && <Swatch colour={color} name={label} decorative size={18} />}
      <span className="grow">{label}</span>
      <Count count={count} />
    </label>
  );
}

function Tiles(props: GroupProps) {
  const { legend, facet, values, chosen, onToggle } = props;
  if (!isWorthShowing(props)) return null;
  return (
    <Group legend={legend}>
      <div className="grid grid-cols-4 gap-2 pt-1">
        {values.map(({ value, label, count }) => (
          <label key={value}>
            <input
              type="checkbox"
              name={FACET_PARAMETERS[facet]}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
              className="peer sr-only"
            />
            <span
              className={classNames(
                isEmpty(count, chosen.includes(value)) && "text-ink-quiet",
                "flex min-h-13 flex-col items-center justify-center rounded-hair border border-line text-sm leading-tight transition-colors hover:border-ink peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara",
              )}
            >
              {label}
              <span className="figures text-xs opacity-75">
                {count}
                <span className="sr-only"> {count === 1 ? "piece" : "pieces"}</span>
              </span>
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="figures text-ink-quiet">
      {count}
      <span className="sr-only"> {count === 1 ? "piece" : "pieces"}</span>
    </span>
  );
}

type ClearAllProps = {
  /** Includes gender among the filters. */
  withGender: boolean;
  className: string;
};

export function ClearAll({ withGender, className }: ClearAllProps) {
  const { pathname, search } = useLocation();
  return (
    <Link to={pathname + clearedQuery(search, withGender)} preventScrollReset className={className}>
      Clear all
    </Link>
  );
}
