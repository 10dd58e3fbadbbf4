import { useLocation } from "react-router";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { unreadableFilters } from "#core/unreadable-filters.ts";
import { Notice } from "#ui/notice.tsx";

type Props = {
  filters: readonly FilterReader[];
  hint?: string;
  /** What is as without them. */
  shown?: "list" | "page";
};

/** Says which filters or choices of the URL a list or a page leaves out because their values cannot be read. */
export function UnreadableFilters({ filters, hint = "", shown = "list" }: Props) {
  const { search } = useLocation();
  const labels = unreadableFilters(new URLSearchParams(search), filters);
  if (labels.length === 0) return null;
  return (
    <Notice
      kind="warning"
      title={shown === "list" ? "A filter could not be read" : "A choice could not be read"}
      live
      className="my-4"
    >
      {labels.join(", ")}: the {shown} is as without it.{hint && ` ${hint}`}
    </Notice>
  );
}
