import type { FilterReader } from "./unreadable-filters.ts";

const isPageNumber = (submitted: string): boolean => /^[1-9]\d{0,5}$/.test(submitted);

/** The page of a list that a URL names: a whole number from 1 with six digits at most, and 1 for anything else. */
export const readPageNumber = (submitted: string | null): number =>
  isPageNumber(submitted ?? "") ? Number(submitted) : 1;

/** The page among the filters of a list, so that the list says when its number cannot be read. */
export const PAGE_FILTER: FilterReader = {
  label: "Page",
  name: "page",
  isReadable: isPageNumber,
};
