import type { ImportShow } from "#features/product-import/import-filter.ts";
import { IMPORT_SHOWS } from "#features/product-import/import-filter.ts";
import { isUnderWay } from "#features/product-import/import-plan.ts";
import type { ImportView } from "#features/product-import/import-queries.server.ts";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { ColumnHelp } from "./column-help.tsx";
import { FileForm } from "./file-form.tsx";
import type { ImportContent } from "./import-content.server.ts";
import { Checked, Ended, UnderWay } from "./import-state.tsx";
import { LineList } from "./line-list.tsx";
import { useFollowing } from "./use-following.ts";

const showWords: Record<ImportShow, string> = {
  all: "All",
  new: "New",
  changed: "Changes",
  unchanged: "Unchanged",
  refused: "Refused",
  noted: "With notes",
};

/** The way of a file of products into the shop: chosen, checked, imported, told. */
export function ImportPage({
  content,
  refusal,
}: {
  content: ImportContent;
  refusal: string | null;
}) {
  const { newest, categories } = content;
  useFollowing(newest !== null && isUnderWay(newest.status));
  // A file that waits to be imported comes first, with all its lines; another one may be chosen at the end.
  const isWaiting = newest?.status === "checked";
  const fallback = newest?.fallbackCategory ?? "Smart Casual";
  const form = (
    <FileForm
      key={newest?.id}
      categories={categories}
      fallbackCategory={categories.includes(fallback) ? fallback : (categories[0] ?? "")}
      isNext={isWaiting}
      refusal={refusal}
    />
  );
  return (
    <div className="space-y-8">
      {newest && isUnderWay(newest.status) ? (
        <UnderWay view={newest} />
      ) : (
        <>
          {newest?.status === "checked" && <Checked view={newest} categories={categories} />}
          {newest && <Ended view={newest} />}
          {!isWaiting && form}
        </>
      )}
      {newest && content.list && <Lines view={newest} content={content} />}
      {isWaiting && form}
      <ColumnHelp />
    </div>
  );
}

function Lines({ view, content }: { view: ImportView; content: ImportContent }) {
  const { filter, list } = content;
  if (!list) return null;
  const { verdicts, outcomes, noted, total } = view;
  const refused = Math.max(verdicts.refused, outcomes.refused);
  const counts = { ...verdicts, refused, all: total, noted };
  return (
    <section aria-label="Line by line">
      <h2 className="display text-xl">Line by line</h2>
      <LinkTabs
        label="Products of the file"
        className="mt-3"
        tabs={IMPORT_SHOWS.map((show) => ({
          label: showWords[show],
          count: counts[show],
          search: show === "all" ? "" : `?show=${show}`,
          current: show === filter.show,
        }))}
      />
      {list.rows.length === 0 ? (
        <p className="border-b border-line py-8 text-sm text-ink-soft">None.</p>
      ) : (
        <LineList rows={list.rows} isOver={view.status !== "checked" && !isUnderWay(view.status)} />
      )}
      <div className="pt-4">
        <Pagination page={list.page} pageCount={list.pageCount} label="Products of the file" />
      </div>
    </section>
  );
}
