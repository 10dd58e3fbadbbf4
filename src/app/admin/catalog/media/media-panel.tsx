import { useState } from "react";
import { Link, useNavigate, useNavigation } from "react-router";
import { DASHBOARD_PATH } from "#app/components/admin/dashboard-tabs.ts";
import {
  ActionForm,
  ConfirmAction,
  FormDialog,
  usePageDialog,
} from "#app/components/admin/page-dialog.tsx";
import { MediaLoading } from "#app/components/admin/tab-loading.tsx";
import { ImagePicker } from "#app/components/media/image-picker.tsx";
import { MediaPreview } from "#app/components/media/media-preview.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import type { ActionFields } from "#app/web/admin-action.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { countLabel } from "#core/format-number.ts";
import type { MediaFilter } from "#features/base/media/media-item.ts";
import { formatBytes, MEDIA_FILTERS, mediaQuery } from "#features/base/media/media-item.ts";
import type { MediaListRow } from "#features/base/media/media-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { EmptyState, Notice, ReloadPanel } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { MediaContent } from "./media-actions.server.ts";
import { deleteMediaDialog } from "./media-actions.tsx";
import { MediaDetail, Uses } from "./media-detail.tsx";
import { mediaRefusal, mediaUsesLabel } from "./media-messages.ts";
import { MediaSelection, SelectMedia } from "./media-selection.tsx";
import type { MediaRowsProps } from "./media-table.tsx";
import { MediaCards, MediaTable, MediaToolbar } from "./media-table.tsx";
import { UploadProgress, UploadZone, useUploads } from "./upload-progress.tsx";

function MediaGrid({ rows, filter }: Pick<MediaRowsProps, "rows" | "filter">) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 xl:grid-cols-5">
      {rows.map((item) => {
        const isOpen = item.id === filter.itemId;
        return (
          <li key={item.id} className="relative">
            <div className="absolute top-2 left-4 z-10 bg-white/85">
              <SelectMedia item={item} />
            </div>
            <Link
              to={{ search: mediaQuery(filter, { itemId: item.id }) }}
              preventScrollReset
              aria-current={isOpen ? "true" : undefined}
              className="group block"
            >
              <span
                className={classNames(
                  "block outline-2 outline-offset-2 transition-opacity group-hover:opacity-85",
                  isOpen ? "outline-demerara" : "outline-transparent",
                )}
              >
                <MediaPreview item={item} look="tile" />
              </span>
              <span className="mt-2 block truncate text-sm font-medium" title={item.name}>
                {item.name}
              </span>
              <span className="figures block truncate text-xs text-ink-quiet">
                {formatBytes(item.byteSize)} · {mediaUsesLabel(item.uses)}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

type Props = {
  item: MediaListRow;
  open: boolean;
  /** Offers images without JavaScript. */
  rows: readonly MediaListRow[];
  busy: boolean;
  onClose: () => void;
  onDelete: (fields: ActionFields) => void;
};

/** An item in use first needs a replacement. */
function DeleteMediaDialog(props: Props) {
  const { item, open, busy, onClose, onDelete } = props;
  if (item.uses.length > 0) return <ReplaceDialog {...props} />;
  return (
    <ConfirmAction
      open={open}
      title="Are you sure?"
      description={`This action cannot be undone. This will permanently delete ${item.name} from your media library.`}
      confirmLabel="Delete"
      fields={{ intent: "delete-media", id: item.id }}
      busy={busy}
      onClose={onClose}
      onConfirm={onDelete}
    />
  );
}

const IN_USE =
  "This action cannot be undone. The shop shows this file: choose another image to replace it first.";

function ReplaceDialog({ item, open, rows, busy, onClose, onDelete }: Props) {
  const [chosen, setChosen] = useState<MediaListRow | null>(null);
  const fields = { intent: "delete-media", id: item.id, replaceWith: chosen?.id };
  const post = () => chosen && onDelete(fields);
  const others = rows.filter((row) => row.type === "image" && row.id !== item.id);
  return (
    <FormDialog
      open={open}
      title={`${item.name} is in use`}
      form="replace-media"
      submitLabel="Replace and delete"
      variant="danger"
      size="md"
      fillsPhone
      busy={busy}
      disabled={chosen === null}
      onClose={onClose}
    >
      <Notice kind="warning">{IN_USE}</Notice>
      <h3 className="eyebrow mt-5 mb-1">Used in</h3>
      <Uses item={item} />
      <h3 className="eyebrow mt-5 mb-2">In its place</h3>
      <ActionForm id="replace-media" fields={fields} onPost={post}>
        <noscript>
          <Select name="replaceWith" aria-label="In its place">
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </noscript>
      </ActionForm>
      <Replacement item={item} chosen={chosen} onChoose={setChosen} />
    </FormDialog>
  );
}

type ReplacementProps = {
  item: MediaListRow;
  chosen: MediaListRow | null;
  onChoose: (image: MediaListRow | null) => void;
};

function Replacement({ item, chosen, onChoose }: ReplacementProps) {
  if (!useHydrated()) return null;
  if (!chosen) {
    return <ImagePicker verb="Put in its place" without={item.id} onChoose={onChoose} />;
  }
  return (
    <div className="flex items-center gap-3">
      <MediaPreview item={chosen} look="thumb" />
      <span className="min-w-0 grow truncate text-sm font-medium">{chosen.name}</span>
      <Button variant="quiet" onClick={() => onChoose(null)}>
        Choose another
      </Button>
    </div>
  );
}

export function MediaPanel({ content }: { content: MediaContent }) {
  return (
    <section aria-label="Media Library" className="pt-5">
      <UploadZone>
        <UploadsOnTheirWay />
      </UploadZone>
      {content.storageTrouble && (
        <Notice kind="error" title="The file storage does not work at the moment" className="mt-5">
          {content.storageTrouble} Images that are not in memory are missing for visitors. Uploads
          wait and go on by themselves; you can delete files.
        </Notice>
      )}
      <MediaToolbar filter={content.filter} />
      <UnreadableFilters filters={MEDIA_FILTERS} />
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
  const { post, busy } = useAdminAction(mediaRefusal);
  const navigate = useNavigate();
  const dialog = usePageDialog(undefined);
  const isComing = useNavigation().location?.pathname === DASHBOARD_PATH;
  const rows = item ? [item, ...list.rows] : list.rows;
  const doomed = rows.find((row) => deleteMediaDialog(row) === dialog.name);
  const remove = async (gone: MediaListRow, fields: ActionFields) => {
    if (!(await post(fields)).done) return;
    dialog.close();
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
          <MediaDetail item={item} filter={filter} onPost={post} onOpen={dialog.open} />
        </div>
      )}
      <div className="min-w-0 space-y-4">
        <p data-summary="" className="figures text-sm text-ink-quiet">
          {countLabel(list.total, "file")}
        </p>
        {list.rows.length === 0 ? (
          <NoMedia filter={filter} />
        ) : (
          <MediaSelection rows={list.rows} onPost={post}>
            <Rows rows={list.rows} filter={filter} onOpen={dialog.open} isNarrow={item !== null} />
          </MediaSelection>
        )}
        <Pagination page={list.page} pageCount={list.pageCount} label="Media" />
      </div>
      {doomed && (
        <DeleteMediaDialog
          key={doomed.id}
          open
          item={doomed}
          rows={list.rows}
          busy={busy}
          onClose={dialog.close}
          onDelete={(fields) => void remove(doomed, fields)}
        />
      )}
    </div>
  );
}

/** A table where there is room for one: beside an open item there is only room for cards. */
function Rows({ isNarrow, ...props }: MediaRowsProps & { isNarrow: boolean }) {
  if (props.filter.view === "grid") return <MediaGrid {...props} />;
  if (isNarrow) return <MediaCards {...props} withAltText={false} />;
  return (
    <>
      <div className="hidden xl:block">
        <MediaTable {...props} />
      </div>
      <div className="xl:hidden">
        <MediaCards {...props} />
      </div>
    </>
  );
}

function NoMedia({ filter }: { filter: MediaFilter }) {
  if (filter.search === "" && filter.show === "all") {
    return <EmptyState title="No media yet">Upload an image or a video to begin.</EmptyState>;
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
  return (
    <ReloadPanel
      loading={<MediaLoading />}
      title="Failed to fetch media"
      text="Nothing was changed. Please try again in a moment."
      className="mt-6"
    />
  );
}
