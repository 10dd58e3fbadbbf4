import { useState } from "react";
import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";

/** Which products of the page are chosen, and how to choose. */
export type Selection = {
  chosen: readonly AdminProduct[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Chooses all of the page, or none when all are chosen. */
  toggleAll: () => void;
  clear: () => void;
};

/** Chooses among the products on the page; one that leaves the page is not chosen any more. */
export function useSelection(rows: readonly AdminProduct[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    chosen,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds(
        (held) => new Set(held.has(id) ? [...held].filter((each) => each !== id) : [...held, id]),
      ),
    toggleAll: () =>
      setIds(chosen.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
