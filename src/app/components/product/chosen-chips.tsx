import { X } from "lucide-react";
import { Link, useLocation } from "react-router";
import { changedQuery, chipsOf, FACET_PARAMETERS } from "#features/catalog/listing/listing-view.ts";
import type { ListingChoices } from "./listing-choices.ts";
import { clearedQuery } from "./listing-url.ts";

/** What is chosen, each with a way to take it back. Nothing when nothing is. */
export function ChosenChips({ view, gender = "all" }: Pick<ListingChoices, "view" | "gender">) {
  const { pathname, search } = useLocation();
  const chips = [
    ...(gender === "all"
      ? []
      : [{ label: gender === "female" ? "Female" : "Male", changes: { gender: null } }]),
    ...chipsOf(view).map(({ facet, value, label }) => ({
      label,
      changes: { [FACET_PARAMETERS[facet]]: view[facet].filter((other) => other !== value) },
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-2">
      {chips.map(({ label, changes }) => (
        <li key={label}>
          <Link
            to={pathname + changedQuery(search, { ...changes, show: null })}
            preventScrollReset
            aria-label={`Remove ${label}`}
            className="inline-flex min-h-9 items-center gap-2 rounded-hair border border-line px-3 text-sm transition-colors hover:border-ink pointer-coarse:min-h-11"
          >
            {label}
            <X size={14} aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <ClearAll
          withGender={gender !== "all"}
          className="link inline-flex min-h-9 items-center px-2 text-sm pointer-coarse:min-h-11"
        />
      </li>
    </ul>
  );
}

type ClearAllProps = {
  /** Whether the gender is one of the filters. */
  withGender: boolean;
  className: string;
};

/** The way back to everything. */
export function ClearAll({ withGender, className }: ClearAllProps) {
  const { pathname, search } = useLocation();
  return (
    <Link to={pathname + clearedQuery(search, withGender)} preventScrollReset className={className}>
      Clear all
    </Link>
  );
}
