import type { ReactNode } from "react";
import { createContext, use, useState } from "react";
import { useLocation } from "react-router";
import type { PostAction } from "#app/web/use-admin-action.ts";
import { MAX_ALT_TEXT_LENGTH } from "#features/base/media/media-item.ts";
import type { MediaListRow } from "#features/base/media/media-queries.server.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { SelectBox } from "#ui/table.tsx";

const FORM = "chosen-media";

type Selection = { has: (id: string) => boolean; toggle: (id: string) => void };

const SelectionContext = createContext<Selection | null>(null);

/** The box that selects an item. Without JavaScript its form posts the ticked boxes. */
export function SelectMedia({ item }: { item: Pick<MediaListRow, "id" | "name"> }) {
  const selection = use(SelectionContext);
  if (!selection) return null;
  return (
    <SelectBox
      label={`Select ${item.name}`}
      form={FORM}
      name="media"
      value={item.id}
      isRow
      checked={selection.has(item.id)}
      onChange={() => selection.toggle(item.id)}
    />
  );
}

type Props = { rows: readonly MediaListRow[]; onPost: PostAction; children: ReactNode };

export function MediaSelection({ rows, onPost, children }: Props) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  const toggle = (id: string) =>
    setIds(
      (held) => new Set(held.has(id) ? [...held].filter((each) => each !== id) : [...held, id]),
    );
  const isWhole = chosen.length === rows.length && rows.length > 0;
  return (
    <SelectionContext value={{ has: (id) => ids.has(id), toggle }}>
      <SelectionBar
        chosen={chosen}
        onPost={onPost}
        onDone={() => setIds(new Set())}
        all={
          <SelectBox
            label="Select all files of this page"
            checked={isWhole}
            mixed={chosen.length > 0 && !isWhole}
            onChange={() => setIds(isWhole ? new Set() : new Set(rows.map(({ id }) => id)))}
          />
        }
      />
      {children}
    </SelectionContext>
  );
}

type BarProps = {
  chosen: readonly MediaListRow[];
  onPost: PostAction;
  onDone: () => void;
  all: ReactNode;
};

function SelectionBar({ chosen, onPost, onDone, all }: BarProps) {
  const { pathname, search } = useLocation();
  const count = chosen.length;
  const inUse = chosen.filter(({ uses }) => uses.length > 0).length;
  const label = count === 1 ? "1 file" : `${count} files`;
  return (
    <form
      id={FORM}
      method="post"
      action={pathname + search}
      aria-label="Chosen files"
      onSubmit={(event) => {
        event.preventDefault();
        const pressed = (event.nativeEvent as SubmitEvent).submitter;
        const body = new FormData(event.currentTarget, pressed);
        void onPost(body).then(({ done }) => done && onDone());
      }}
      className="flex flex-wrap items-end gap-x-4 gap-y-3 border-t border-line py-3"
    >
      <div className="flex min-h-11 items-center pl-3">
        {all}
        <p aria-live="polite" className="figures text-sm text-ink-soft">
          {count === 0 ? "Select files to describe or delete several" : `${label} selected`}
        </p>
      </div>
      <div
        className={`flex flex-wrap items-end gap-3 ${count === 0 ? "[@media(scripting:enabled)]:hidden" : ""}`}
      >
        <Field label="One alt text for all" className="w-64">
          <Input name="altText" maxLength={MAX_ALT_TEXT_LENGTH} autoComplete="off" />
        </Field>
        <Button type="submit" name="intent" value="describe-many" variant="secondary">
          Describe
        </Button>
        <details className="group">
          <summary className={`${buttonClass("secondary", "md")} cursor-pointer list-none`}>
            Delete
          </summary>
          <div className="mt-2 max-w-80 space-y-3 border-l-2 border-line pl-3 text-sm">
            <p>
              This action cannot be undone.
              {inUse > 0 &&
                ` ${inUse} of them are in use and stay until you replace them one by one.`}
            </p>
            <Button type="submit" name="intent" value="delete-many" variant="danger">
              Delete {count === 0 ? "them" : label}
            </Button>
          </div>
        </details>
      </div>
    </form>
  );
}
