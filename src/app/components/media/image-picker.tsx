import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { MediaList, MediaListRow } from "#features/base/media/media-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { MediaPreview } from "./media-preview.tsx";

type Props = {
  /** Precedes the image's name in the button's label, as in "Use". */
  verb: string;
  onChoose: (image: MediaListRow) => void;
  /** Leaves out the image with this id. */
  without?: string;
};

/** The picker stands in a dialog. */
export function ImagePicker({ verb, onChoose, without }: Props) {
  const { load, data, state } = useFetcher<MediaList>();
  const [search, setSearch] = useState("");
  useEffect(() => void load("/admin/media-choices"), [load]);
  const request = (page = 1) =>
    void load(`/admin/media-choices?${new URLSearchParams({ q: search, page: String(page) })}`);
  const rows = data?.rows.filter((row) => row.id !== without) ?? [];
  return (
    <div>
      <search>
        <form
          className="flex items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            // A portal passes the event to the form around the dialog.
            event.stopPropagation();
            request();
          }}
        >
          <Field label="Search the library" className="grow">
            <Input
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="secondary">
            <Search size={16} aria-hidden="true" />
            Search
          </Button>
        </form>
      </search>
      <div aria-busy={state !== "idle"} className="min-h-40 pt-4">
        {!data && <SkeletonLine className="h-32 w-full" />}
        {data && rows.length === 0 && <p className="text-ink-soft">No picture matches.</p>}
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {rows.map((image) => (
            <li key={image.id}>
              <button
                type="button"
                onClick={() => onChoose(image)}
                aria-label={`${verb} ${image.name}`}
                className="block w-full text-left transition-opacity hover:opacity-80"
              >
                <MediaPreview item={image} look="tile" />
                <span className="mt-1 block truncate text-xs">{image.name}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {data && data.pageCount > 1 && (
        <div className="figures flex items-center justify-between gap-3 pt-4 text-sm">
          <Button
            variant="quiet"
            disabled={data.page === 1}
            whyDisabled="This is the first page"
            onClick={() => request(data.page - 1)}
          >
            Previous
          </Button>
          {data.page} of {data.pageCount}
          <Button
            variant="quiet"
            disabled={data.page === data.pageCount}
            whyDisabled="This is the last page"
            onClick={() => request(data.page + 1)}
          >
            Next
          </Button>
        </div>
      )}
    </div>
  );
}
