import { LayoutGrid, List, Search } from "lucide-react";
import { Form, Link } from "react-router";
import { MediaPreview } from "#app/components/media/media-preview.tsx";
import { formatDay } from "#core/georgetown-time.ts";
import type { MediaFilter, MediaShow } from "#features/base/media/media-item.ts";
import { formatBytes, formatDimensions, mediaQuery } from "#features/base/media/media-item.ts";
import type { MediaListRow } from "#features/base/media/media-queries.server.ts";
import { Button, iconButtonClass } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Field, Input, Select } from "#ui/field.tsx";
import { Cell, CellNote, HeadCell, Table } from "#ui/table.tsx";
import { MediaActions } from "./media-actions.tsx";
import { AltTextField } from "./media-detail.tsx";
import { mediaUsesLabel } from "./media-messages.ts";
import { SelectMedia } from "./media-selection.tsx";

const showLabels: Record<MediaShow, string> = {
  all: "Everything",
  image: "Images",
  video: "Videos",
  unused: "Not used anywhere",
};

/** The URL holds the filters; works without JavaScript. */
export function MediaToolbar({ filter }: { filter: MediaFilter }) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pt-5">
      <Form
        key={mediaQuery(filter, { view: "table", page: 1, itemId: null })}
        role="search"
        aria-label="Media"
        className="grid grow grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap sm:gap-4"
      >
        <input type="hidden" name="tab" value="media" />
        {filter.view === "grid" && <input type="hidden" name="view" value="grid" />}
        <Field label="Search by name or alt text" className="col-span-2 sm:w-72">
          <Input type="search" name="q" defaultValue={filter.search} autoComplete="off" />
        </Field>
        <Field label="Show" className="sm:w-52">
          <Select
            name="show"
            defaultValue={filter.show}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            {Object.entries(showLabels).map(([show, message]) => (
              <option key={show} value={show}>
                {message}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="secondary">
          <Search size={16} aria-hidden="true" />
          Search
        </Button>
      </Form>
      <nav aria-label="View" className="flex">
        <ViewLink filter={filter} view="table" />
        <ViewLink filter={filter} view="grid" />
      </nav>
    </div>
  );
}

const views = { table: { label: "Table", icon: List }, grid: { label: "Grid", icon: LayoutGrid } };

function ViewLink({ filter, view }: { filter: MediaFilter; view: keyof typeof views }) {
  const { label, icon: Icon } = views[view];
  return (
    <Link
      to={{ search: mediaQuery(filter, { view }) }}
      replace
      preventScrollReset
      aria-label={label}
      title={label}
      aria-current={filter.view === view ? "true" : undefined}
      className={classNames(
        iconButtonClass,
        filter.view === view ? "bg-cloth text-ink" : "text-ink-quiet",
      )}
    >
      <Icon size={18} aria-hidden="true" />
    </Link>
  );
}

export type MediaRowsProps = {
  rows: readonly MediaListRow[];
  filter: MediaFilter;
  onOpen: (dialog: string) => void;
};

/** Sets aria-current on the open item. */
function ItemLink({ item, filter }: { item: MediaListRow; filter: MediaFilter }) {
  return (
    <Link
      to={{ search: mediaQuery(filter, { itemId: item.id }) }}
      preventScrollReset
      aria-current={item.id === filter.itemId ? "true" : undefined}
      title={item.name}
      className="block truncate py-1 font-medium hover:text-demerara"
    >
      {item.name}
    </Link>
  );
}

const typeWord = (item: MediaListRow) => (item.type === "video" ? "Video" : "Image");

/** The table is for wide screens; its rows are 52 px high. */
export function MediaTable({ rows, filter, onOpen }: MediaRowsProps) {
  const head = (
    <>
      <HeadCell>Name</HeadCell>
      <HeadCell className="max-wide:hidden">Type</HeadCell>
      <HeadCell align="right">Size</HeadCell>
      <HeadCell align="right" className="max-wide:hidden">
        Dimensions
      </HeadCell>
      <HeadCell>Alt text</HeadCell>
      <HeadCell>Used in</HeadCell>
      <HeadCell>Date</HeadCell>
      <HeadCell>
        <span className="sr-only">Actions</span>
      </HeadCell>
    </>
  );
  return (
    <Table caption="Media, newest first" head={head} dense stickyHead>
      {rows.map((item) => (
        <tr
          key={item.id}
          className={`transition-colors focus-within:bg-paper hover:bg-paper ${item.id === filter.itemId ? "bg-cloth" : ""}`}
        >
          <Cell className="max-wide:w-full max-wide:max-w-0 wide:max-w-72">
            <span className="flex items-center gap-3 pl-3">
              <SelectMedia item={item} />
              <MediaPreview item={item} look="thumb" />
              <span className="min-w-0">
                <ItemLink item={item} filter={filter} />
                <CellNote className="truncate wide:hidden">
                  {[typeWord(item), formatDimensions(item)].filter(Boolean).join(" · ")}
                </CellNote>
              </span>
            </span>
          </Cell>
          <Cell className="text-ink-soft max-wide:hidden">{typeWord(item)}</Cell>
          <Cell align="right" className="whitespace-nowrap text-ink-soft">
            {formatBytes(item.byteSize)}
          </Cell>
          <Cell align="right" className="whitespace-nowrap text-ink-soft max-wide:hidden">
            {formatDimensions(item)}
          </Cell>
          <Cell className="w-1/4 px-1">
            <AltTextField item={item} />
          </Cell>
          <Cell className="max-w-40 truncate text-ink-soft" title={mediaUsesLabel(item.uses)}>
            {mediaUsesLabel(item.uses)}
          </Cell>
          <Cell className="text-ink-soft">
            <time dateTime={item.createdAt.toISOString()}>{formatDay(item.createdAt)}</time>
          </Cell>
          <Cell className="w-px">
            <MediaActions item={item} onOpen={onOpen} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** The cards are for narrow screens, and stand beside an open item. */
export function MediaCards(props: MediaRowsProps & { withAltText?: boolean }) {
  const { rows, filter, onOpen, withAltText = true } = props;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map((item) => (
        <li key={item.id} className="py-3">
          <div className="flex items-center gap-3 pl-3">
            <SelectMedia item={item} />
            <MediaPreview item={item} look="thumb" />
            <span className="min-w-0 grow">
              <ItemLink item={item} filter={filter} />
              <span className="figures block truncate text-sm text-ink-quiet">
                {[
                  formatBytes(item.byteSize),
                  formatDimensions(item),
                  mediaUsesLabel(item.uses),
                ].join(" · ")}
              </span>
            </span>
            <MediaActions item={item} onOpen={onOpen} />
          </div>
          {withAltText && (
            <div className="mt-2">
              <AltTextField item={item} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
