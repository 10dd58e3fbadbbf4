import { useState } from "react";
import { useNavigate, useNavigation, useRevalidator } from "react-router";
import type { MediaFilter } from "#features/media/media-filter.ts";
import { mediaQuery } from "#features/media/media-filter.ts";
import type { MediaListRow } from "#features/media/media-list-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { DASHBOARD_PATH } from "../dashboard/dashboard-tabs.ts";
import { DeleteMediaDialog } from "./delete-media-dialog.tsx";
import type { MediaContent } from "./media-content.server.ts";
import { MediaDetail } from "./media-detail.tsx";
import { MediaGrid } from "./media-grid.tsx";
import { MediaLoading } from "./media-loading.tsx";
import type { MediaRowsProps } from "./media-table.tsx";
import { MediaCards, MediaTable } from "./media-table.tsx";
import { MediaToolbar } from "./media-toolbar.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { UploadZone } from "./upload-zone.tsx";
import { useMediaWrites } from "./use-media-writes.ts";
import { useUploads } from "./use-uploads.ts";

/** The Media Library tab (specification 2). */
export function MediaPanel({ content }: { content: MediaContent }) {
  return (
    <section aria-label="Media Library" className="pt-5">
      <UploadZone>
        <UploadsOnTheirWay />
      </UploadZone>
      <MediaToolbar filter={content.filter} />
      {content.found ? <Library filter={content.filter} found={content.found} /> : <NotLoaded />}
    </section>
  );
}

function UploadsOnTheirWay() {
  const entries = useUploads().filter((entry) => entry.target.kind === "library");
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="mt-3 grid gap-x-8 border-t border-line pt-2 lg:grid-cols-2">
      {entries.map((entry) => (
        <li key={entry.key}>
          <UploadProgress entry={entry} />
        </li>
      ))}
    </ul>
  );
}

type Found = NonNullable<MediaContent["found"]>;

function Library({ filter, found: { list, item } }: { filter: MediaFilter; found: Found }) {
  const writes = useMediaWrites();
  const navigate = useNavigate();
  const [doomed, setDoomed] = useState<MediaListRow | null>(null);
  const isComing = useNavigation().location?.pathname === DASHBOARD_PATH;
  const remove = async (gone: MediaListRow, replaceWith: string | null) => {
    if (!(await writes.remove(gone.id, replaceWith))) return;
    setDoomed(null);
    if (gone.id !== filter.itemId) return;
    void navigate({ search: mediaQuery(filter, { itemId: null }) }, { preventScrollReset: true });
  };
  return (
    <div
      aria-busy={isComing}
      className={`pt-5 transition-opacity ${isComing ? "opacity-60 delay-200" : ""} ${item ? "grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]" : ""}`}
    >
      {item && (
        <div className="xl:sticky xl:top-6 xl:order-last">
          <MediaDetail item={item} filter={filter} writes={writes} onDelete={setDoomed} />
        </div>
      )}
      <div className="min-w-0 space-y-4">
        <p className="figures text-sm text-ink-quiet">
          {list.total.toLocaleString("en-US")} {list.total === 1 ? "file" : "files"}
        </p>
        {list.rows.length === 0 ? (
          <NoMedia filter={filter} />
        ) : (
          <Rows
            rows={list.rows}
            filter={filter}
            writes={writes}
            onDelete={setDoomed}
            isNarrow={item !== null}
          />
        )}
        <Pagination page={list.page} pageCount={list.pageCount} label="Media" />
      </div>
      {doomed && (
        <DeleteMediaDialog
          item={doomed}
          busy={writes.busy}
          onClose={() => setDoomed(null)}
          onDelete={(gone, replaceWith) => void remove(gone, replaceWith)}
        />
      )}
    </div>
  );
}

/** Beside an open item there is room for cards only. */
function Rows({ isNarrow, ...props }: MediaRowsProps & { isNarrow: boolean }) {
  if (props.filter.view === "grid") return <MediaGrid {...props} />;
  if (isNarrow) return <MediaCards {...props} withAltText={false} />;
  return (
    <>
      <div className="hidden lg:block">
        <MediaTable {...props} />
      </div>
      <div className="lg:hidden">
        <MediaCards {...props} />
      </div>
    </>
  );
}

function NoMedia({ filter }: { filter: MediaFilter }) {
  if (filter.search === "" && filter.show === "all") {
    return <EmptyState title="No media yet">Upload a picture or a film to begin.</EmptyState>;
  }
  return (
    <EmptyState
      title="Nothing matches"
      action={
        <ButtonLink
          to={{ search: mediaQuery(filter, { search: "", show: "all" }) }}
          variant="secondary"
        >
          Show everything
        </ButtonLink>
      }
    >
      Try a shorter word, or look among everything.
    </EmptyState>
  );
}

function NotLoaded() {
  const { revalidate, state } = useRevalidator();
  if (state !== "idle") return <MediaLoading />;
  return (
    <ErrorPanel
      title="Failed to fetch media"
      text="Nothing was changed. Please try again in a moment."
      onRetry={() => void revalidate()}
      className="mt-6"
    />
  );
}
