import { COUNTRY_CODES } from "#app/components/address/country-options.ts";
import type { Destination } from "#core/delivery-address.ts";
import { parseDestination } from "#core/delivery-address.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { readLineCodes } from "./need-by-url.ts";

/** Where it goes while the URL says nothing that can be read. */
const HOME: Destination = { country: "GY", city: "" };

function destinationOf(submitted: string): Destination | null {
  const destination = parseDestination(submitted.trim());
  return destination && COUNTRY_CODES.includes(destination.country) ? destination : null;
}

/**
 * The destination of a page's URL. It is Guyana without one, and for one that is no country of the address forms: then
 * `DELIVERY_FILTER` names it, and the page says so.
 */
export const readDestination = (query: URLSearchParams): Destination =>
  destinationOf(query.get("to") ?? "") ?? HOME;

/** The destination, for a page that says what of its URL it could not read. */
export const DELIVERY_FILTER: FilterReader = {
  label: "Deliver to",
  name: "to",
  isReadable: (submitted) => destinationOf(submitted) !== null,
};

/** The destination and the lines of the cart, likewise: the page leaves out a line that it cannot read. */
export const NEED_BY_FILTERS: readonly FilterReader[] = [
  DELIVERY_FILTER,
  {
    label: "A line of the cart",
    name: "line",
    isReadable: (submitted) => readLineCodes([submitted]).length > 0,
  },
];
