import type { KeyboardEvent } from "react";
import { useCallback, useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatMoment } from "#core/georgetown-time.ts";
import { entryKindWord, entryTopic } from "#features/office/inbox/inbox-entry.ts";
import type { InboxRow } from "#features/office/inbox/inbox-list-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectBox, SelectedCount, walkRows } from "#ui/table.tsx";
import { EntryBadge, useServerNow } from "./entry-badge.tsx";
import { useInboxChange } from "./use-inbox-change.ts";

type Props = { rows: readonly InboxRow[]; now: Date };

/** A form, so that closing works without JavaScript. */
export function InboxList({ rows, now: serverNow }: Props) {
  const now = useServerNow(serverNow);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const clear = useCallback(() => setTicked(new Set()), []);
  const { Form, busy } = useInboxChange(clear);
  const navigate = useNavigate();
  const chosen = rows.filter(({ id }) => ticked.has(id)).length;
  const toggle = (id: string) =>
    setTicked((held) =>
      held.has(id) ? new Set([...held].filter((each) => each !== id)) : new Set([...held, id]),
    );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    walkRows(event);
    const row = event.target instanceof HTMLElement && event.target.dataset.row;
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "r") void navigate(`/admin/inbox/${row}#reply`);
    if (event.key === "x") toggle(row);
    if (event.key === "r" || event.key === "x") event.preventDefault();
  };
  return (
    <Form method="post" className="group **:scroll-mb-24">
      <ul className="divide-y divide-line border-y border-line" onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <Row key={row.id} row={row} now={now} isTicked={ticked.has(row.id)} onTick={toggle} />
        ))}
      </ul>
      <p className="hidden pt-3 text-xs text-ink-quiet lg:block">
        In the list, <kbd>j</kbd> and <kbd>k</kbd> or the arrows move between entries, Enter opens
        one, <kbd>r</kbd> answers it, <kbd>x</kbd> ticks it.
      </p>
      <BulkBar chosen={chosen} busy={busy} onClear={clear} />
    </Form>
  );
}

type RowProps = { row: InboxRow; now: Date; isTicked: boolean; onTick: (id: string) => void };

function Row({ row, now, isTicked, onTick }: RowProps) {
  const isOpen = row.status === "new";
  return (
    <li
      className={`relative flex gap-3 py-3 transition-colors focus-within:bg-paper hover:bg-paper ${isTicked ? "bg-cloth" : ""}`}
    >
      <span className="relative z-1 pl-1">
        <SelectBox
          label={`Select ${row.name}, ${entryTopic(row)}`}
          name="entry"
          value={row.id}
          checked={isTicked}
          onChange={() => onTick(row.id)}
        />
      </span>
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 pt-0.5 lg:grid-cols-[13rem_minmax(0,1fr)_17rem_10rem] lg:items-baseline">
        <Link
          to={`/admin/inbox/${row.id}`}
          data-row={row.id}
          className={`truncate after:absolute after:inset-0 ${isOpen ? "font-semibold" : ""}`}
        >
          {row.name}
        </Link>
        <time
          dateTime={row.createdAt.toISOString()}
          className="figures text-right text-xs text-ink-quiet lg:order-last lg:text-sm"
        >
          {formatMoment(row.createdAt)}
        </time>
        <p className="col-span-full min-w-0 truncate text-sm lg:col-span-1">
          <span className={isOpen ? "font-medium" : ""}>{entryTopic(row)}</span>
          {row.excerpt && <span className="text-ink-quiet"> · {row.excerpt}</span>}
        </p>
        <span className="col-span-full mt-1 flex items-center gap-3 lg:order-3 lg:col-span-1 lg:mt-0 lg:grid lg:grid-cols-[6rem_1fr] lg:justify-items-start">
          <span className="text-xs text-ink-quiet">{entryKindWord(row.kind)}</span>
          <EntryBadge entry={row} now={now} />
        </span>
      </div>
    </li>
  );
}

type BarProps = { chosen: number; busy: boolean; onClear: () => void };

/** Visible while any entry is selected. */
function BulkBar({ chosen, busy, onClear }: BarProps) {
  return (
    <section
      aria-label="Ticked entries"
      data-bottom-bar=""
      className="sticky bottom-0 hidden group-has-[:checked]:block z-10 -mx-4 border-t border-ink bg-white px-4 py-3 sm:mx-0 sm:px-0"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="secondary"
          type="submit"
          name="to"
          value="closed"
          disabled={busy}
        >
          Close
        </Button>
        <Button
          size="sm"
          variant="secondary"
          type="submit"
          name="to"
          value="answered"
          disabled={busy}
        >
          Mark as answered
        </Button>
        <Button size="sm" variant="secondary" type="submit" name="to" value="new" disabled={busy}>
          Open again
        </Button>
        <SelectedCount count={chosen} className="ml-auto" />
        <Button size="sm" variant="quiet" className="px-2" onClick={onClear}>
          Clear
        </Button>
      </div>
    </section>
  );
}
