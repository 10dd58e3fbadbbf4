import { ArrowDown, ArrowUp } from "lucide-react";
import type { InputHTMLAttributes, KeyboardEvent, ReactNode, TdHTMLAttributes } from "react";
import { useEffect } from "react";
import { Link } from "react-router";
import { formatNumber } from "#core/format-number.ts";
import { sayStatus } from "./status-message.tsx";

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Moves through `data-row` elements with j, k or arrows. Not page-wide (WCAG 2.1.4). */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll("[data-row]")];
  const held = links.indexOf(document.activeElement ?? document.body);
  const next = links[held === -1 ? 0 : Math.min(links.length - 1, Math.max(0, held + step))];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

type TableProps = {
  /** For screen readers only. */
  caption: string;
  /** Takes `HeadCell`s. */
  head: ReactNode;
  /** Takes `<tr>`s of `Cell`s. */
  children: ReactNode;
  /** 44 px rows for the admin. */
  dense?: boolean;
  /** Keeps the heads visible below the header. */
  stickyHead?: boolean;
};

/** Scrolls sideways on narrow screens. */
export function Table(props: TableProps) {
  const { caption, head, children, dense = false, stickyHead = false } = props;
  const rows = dense ? "[&_td]:h-11 [&_td]:py-1.5" : "[&_td]:py-4";
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={stickyHead ? "max-lg:overflow-x-auto" : "overflow-x-auto"}
    >
      <table className={`figures w-full border-collapse text-left text-sm ${rows}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={stickyHead ? "bg-white lg:sticky lg:top-0 lg:z-10" : undefined}>
          <tr className="border-b border-ink/70">{head}</tr>
        </thead>
        <tbody className="[&>tr]:border-b [&>tr]:border-line">{children}</tbody>
      </table>
    </section>
  );
}

type HeadCellProps = {
  children: ReactNode;
  align?: "left" | "right";
  /** `direction` is the current order. */
  sort?: { to: string; direction: "ascending" | "descending" | null };
  /** Hides the column at some widths; its cells need the same. */
  className?: string;
};

export function HeadCell({ children, align = "left", sort, className = "" }: HeadCellProps) {
  const Arrow = sort?.direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sort?.direction ?? undefined}
      className={`eyebrow px-3 py-3 xl:whitespace-nowrap first:pl-0 last:pr-0 ${align === "right" ? "text-right" : ""} ${className}`}
    >
      {sort === undefined ? (
        children
      ) : (
        <Link to={sort.to} className="inline-flex items-center gap-1 hover:text-demerara">
          {children}
          {sort.direction && <Arrow size={12} aria-hidden="true" />}
        </Link>
      )}
    </th>
  );
}

export function Cell({ className, align, ...rest }: TdHTMLAttributes<HTMLTableCellElement>) {
  const side = align === "right" ? "text-right" : "";
  return <td {...rest} className={`px-3 first:pl-0 last:pr-0 ${side} ${className ?? ""}`} />;
}

/** A second line of a cell, with what hidden columns show. */
export function CellNote({ className, children }: { className: string; children: ReactNode }) {
  return <span className={`block text-xs text-ink-quiet ${className}`}>{children}</span>;
}

type SelectedCountProps = { count: number; className?: string };

/** "2 selected", which is said too: its bar appears with the first row, and a region that arrives with its text is not read. */
export function SelectedCount({ count, className = "" }: SelectedCountProps) {
  const text = `${formatNumber(count)} selected`;
  useEffect(() => {
    if (count > 0) sayStatus(text);
  }, [count, text]);
  return <p className={`figures text-sm font-medium whitespace-nowrap ${className}`}>{text}</p>;
}

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "aria-label"> & {
  /** For screen readers. */
  label: string;
  /** True when only some are selected. */
  mixed?: boolean;
  /** Makes it a stop of `walkRows`. */
  isRow?: boolean;
};

/** A checkbox without text, in a 44 px target. */
export function SelectBox({ label, mixed = false, isRow = false, ...rest }: Props) {
  return (
    <label className="-my-1.5 -ml-3 flex size-11 shrink-0 items-center justify-center">
      <input
        {...rest}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        aria-label={label}
        data-row={isRow ? "" : undefined}
        className="choice"
      />
    </label>
  );
}
