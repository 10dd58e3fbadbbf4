import { LayoutGrid, List, Search } from "lucide-react";
import { Form, Link } from "react-router";
import type { MediaFilter, MediaShow } from "#features/media/media-item.ts";
import { mediaQuery } from "#features/media/media-item.ts";
import { Button, iconButtonClass } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Field, Input, Select } from "#ui/field.tsx";

const showWords: Record<MediaShow, string> = {
  all: "Everything",
  image: "Images",
  video: "Videos",
  unused: "Not used anywhere",
};

/** Narrows the library and turns it from table to grid; all of it stands in the address, so it works before the page's script. */
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
            {Object.entries(showWords).map(([show, words]) => (
              <option key={show} value={show}>
                {words}
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
