/** Products on one page of a listing: full rows of 2, 3 and 4. */
export const PAGE_SIZE = 12;

// Beyond this no shop has pages; it keeps the offset far inside an integer.
const MAX_PAGE = 100_000;

/** Reads a page number from an address: a whole number from 1, anything else is the first page. */
export function parsePage(text: string | null): number {
  const page = /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
  return Math.min(page, MAX_PAGE);
}

/** How many pages hold so many products; an empty listing has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}
