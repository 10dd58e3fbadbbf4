import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { listAdminCategories } from "#features/catalog/categories/admin-category-queries.server.ts";
import type { ImportFilter } from "#features/catalog/product-import/import-filter.ts";
import { readImportFilter } from "#features/catalog/product-import/import-filter.ts";
import type {
  ImportLine,
  ImportView,
} from "#features/catalog/product-import/import-queries.server.ts";
import {
  findNewestImport,
  listImportLines,
} from "#features/catalog/product-import/import-queries.server.ts";
import type { WaitingHost } from "#features/catalog/product-import/waiting-images.server.ts";
import { listWaitingHosts } from "#features/catalog/product-import/waiting-images.server.ts";

export type ImportContent = {
  newest: ImportView | null;
  filter: ImportFilter;
  list: { rows: ImportLine[]; page: number; pageCount: number } | null;
  categories: string[];
  /** Groups images that are not fetched yet by host. */
  waiting: WaitingHost[];
};

export async function loadImport(requested: {
  deps: AppDeps;
  actor: Actor;
  params: URLSearchParams;
}): Promise<ImportContent> {
  const { deps, actor, params } = requested;
  const filter = readImportFilter(params);
  const [newest, categories, hosts] = await Promise.all([
    findNewestImport(deps.db, { actor }),
    listAdminCategories(deps.db, { actor }),
    listWaitingHosts(deps.db, { actor }),
  ]);
  if (!newest.ok || !categories.ok || !hosts.ok) return refuse();
  const waiting = hosts.value;
  const names = categories.value.map(({ name }) => name);
  const shown = newest.value;
  const isListed = shown !== null && shown.status !== "checking" && shown.status !== "unreadable";
  if (!isListed) return { newest: shown, filter, list: null, categories: names, waiting };
  const list = await listImportLines(deps.db, { actor, importId: shown.id, filter });
  if (!list.ok) return refuse();
  return { newest: shown, filter, list: list.value, categories: names, waiting };
}
