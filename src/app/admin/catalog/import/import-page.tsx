import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { FieldChanges } from "#app/components/admin/activity-list.tsx";
import { ListSearch } from "#app/components/admin/list-search.tsx";
import type { LineNote } from "#features/catalog/product-file/file-rows.ts";
import type { ImportShow } from "#features/catalog/product-import/import-filter.ts";
import { IMPORT_SHOWS } from "#features/catalog/product-import/import-filter.ts";
import { isUnderWay } from "#features/catalog/product-import/import-plan.ts";
import type {
  ImportLine,
  ImportView,
} from "#features/catalog/product-import/import-queries.server.ts";
import type { BadgeKind } from "#ui/badge.tsx";
import { Badge } from "#ui/badge.tsx";
import { LinkTabs, Pagination } from "#ui/pagination.tsx";
import { FileForm } from "./file-form.tsx";
import type { ImportContent } from "./import-content.server.ts";
import { Checked, Ended, UnderWay } from "./import-state.tsx";
import { WaitingImages } from "./waiting-images.tsx";

const EVERY_MS = 1_000;

/** Reloads every second during an import, one request at a time. */
function useFollowing(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), EVERY_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, state, revalidate]);
}

const looks: Record<string, { kind: BadgeKind; word: string }> = {
  new: { kind: "accent", word: "New" },
  changed: { kind: "warning", word: "Changes" },
  unchanged: { kind: "neutral", word: "Unchanged" },
  refused: { kind: "error", word: "Refused" },
};

const results: Record<string, { kind: BadgeKind; word: string }> = {
  created: { kind: "success", word: "Created" },
  changed: { kind: "success", word: "Changed" },
  undone: { kind: "neutral", word: "Undone" },
  refused: { kind: "error", word: "Refused" },
};

function LineList({ rows, isOver }: { rows: readonly ImportLine[]; isOver: boolean }) {
  return (
    <ol className="divide-y divide-line border-b border-line">
      {rows.map((line) => (
        <li
          key={line.position}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 py-3.5 sm:grid-cols-[4.5rem_minmax(0,1fr)_7rem]"
        >
          <span className="figures pt-0.5 text-xs text-ink-quiet">Line {line.line}</span>
          <div className="order-last col-span-2 min-w-0 sm:order-none sm:col-span-1">
            <p className="break-words">
              {line.productId ? (
                <Link to={`/admin/products/edit/${line.productId}`} className="link font-medium">
                  {line.name}
                </Link>
              ) : (
                <span className="font-medium">{line.name || "Without a name"}</span>
              )}{" "}
              <span className="text-sm text-ink-quiet">{line.handle}</span>
            </p>
            <Notes notes={line.problems} look="text-hibiscus" />
            <FieldChanges changes={line.changes} />
            <Notes notes={line.notes} look="text-ink-soft" own={line.line} />
          </div>
          <LineBadge line={line} isOver={isOver} />
        </li>
      ))}
    </ol>
  );
}

function LineBadge({ line, isOver }: { line: ImportLine; isOver: boolean }) {
  const result = line.outcome && results[line.outcome];
  const left = isOver && line.outcome === null ? { kind: "neutral", word: "Left out" } : null;
  const { kind, word } = (result ?? left ?? looks[line.verdict]) as {
    kind: BadgeKind;
    word: string;
  };
  return (
    <p className="text-right">
      <Badge kind={kind}>{word}</Badge>
    </p>
  );
}

type NotesProps = {
  notes: readonly LineNote[];
  look: string;
  /** The product's own line number is not repeated. */
  own?: number;
};

function Notes({ notes, look, own }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul className={`mt-1 space-y-0.5 text-sm ${look}`}>
      {notes.map((note) => (
        <li key={`${note.line} ${note.column} ${note.message}`} className="break-words">
          {note.message}
          <Position note={note} own={own} />
        </li>
      ))}
    </ul>
  );
}

function Position({ note: { line, column }, own }: { note: LineNote; own: number | undefined }) {
  const name = column.replace(/ \((?:product|variant)\.metafields.*\)$/, "");
  const said = [line === own ? "" : `line ${line}`, name].filter(Boolean).join(", ");
  if (said === "") return null;
  return <span className="text-xs text-ink-quiet"> · {said}</span>;
}

const columns: readonly { names: string; message: string }[] = [
  {
    names: "Handle",
    message:
      "The product's address. A handle that exists changes that product; a new one adds one.",
  },
  { names: "Title, Body (HTML)", message: "Name and description. HTML becomes plain text." },
  {
    names: "Variant Price, Variant Compare At Price",
    message:
      "In dollars: 249 or 249.50. Each variant may have its own; the compare-at price is struck through when it is higher.",
  },
  {
    names: "Option1 to Option3",
    message: "Size and Color, one row for each combination that is sold.",
  },
  {
    names: "Variant Inventory Tracker, Qty",
    message: "An empty tracker is made to order; otherwise the pieces are counted.",
  },
  {
    names: "Image Src, Position, Alt Text",
    message:
      "The first image is the main one; rows without a title add more. Images of this shop come from its library. Those of other hosts wait until you fetch them here with one click.",
  },
  {
    names: "Published, Status",
    message:
      "FALSE takes the product off sale: out of stock and hidden. The status draft keeps it unpublished.",
  },
  {
    names: "Vendor, Type, Tags",
    message: "As they are. Without a garment type, the words help to guess it.",
  },
  {
    names: "Google Shopping / Gender",
    message: "female, male or unisex. Without one it stays open until you decide.",
  },
  {
    names: "Anything else",
    message:
      "Weights, barcodes, SEO texts and columns of other programs are stored for your next export.",
  },
  {
    names: "Garment Type, Category, Featured, Materials, Care, Sizes, Colors",
    message: "The shop's own columns. An export shows how they are written.",
  },
];

function ColumnHelp() {
  return (
    <section aria-label="The file" className="border-t border-line pt-6">
      <h2 className="display text-xl">The file</h2>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        The columns are Shopify's, so that a Shopify export works as it is, and a few of our own.
        Exports of WooCommerce, Square, Etsy and Medusa are read too. Columns that a file lacks stay
        as they are in the shop. Excel, Numbers and Google Sheets all save CSV files.{" "}
        <a href="/product-sheet-sample.csv" download className="link">
          Download a sample file
        </a>{" "}
        or{" "}
        <a href="/admin/products/export" download className="link">
          export your products
        </a>{" "}
        and begin with that.
      </p>
      <dl className="mt-4 text-sm lg:columns-2 lg:gap-x-12">
        {columns.map(({ names, message }) => (
          <div key={names} className="break-inside-avoid border-b border-line py-2.5">
            <dt className="font-medium">{names}</dt>
            <dd className="text-ink-soft">{message}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const showLabels: Record<ImportShow, string> = {
  all: "All",
  new: "New",
  changed: "Changes",
  unchanged: "Unchanged",
  refused: "Refused",
  noted: "With notes",
};

type PageProps = {
  content: ImportContent;
  refusal: string | null;
  submitted: string | null;
};

export function ImportPage({ content, refusal, submitted }: PageProps) {
  const { newest, categories, waiting } = content;
  const isFetching = waiting.some((each) => each.isFetching);
  useFollowing(isFetching || (newest !== null && isUnderWay(newest.status)));
  // A checked file comes first; the form for another is at the end.
  const isWaiting = newest?.status === "checked";
  const fallback = submitted ?? newest?.fallbackCategory ?? "Smart Casual";
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
      <WaitingImages hosts={waiting} />
      {newest && content.list && <Lines view={newest} content={content} />}
      {isWaiting && form}
      <ColumnHelp />
    </div>
  );
}

function linesQuery(show: ImportShow, search: string): string {
  const params = new URLSearchParams();
  if (show !== "all") params.set("show", show);
  if (search) params.set("q", search);
  return params.size === 0 ? "" : `?${params}`;
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
          label: showLabels[show],
          count: counts[show],
          search: linesQuery(show, filter.search),
          current: show === filter.show,
        }))}
      />
      <ListSearch
        label="Handle or name"
        search={filter.search}
        others={filter.show === "all" ? {} : { show: filter.show }}
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
