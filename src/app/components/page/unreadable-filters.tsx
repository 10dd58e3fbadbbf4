import { useLocation } from "react-router";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { unreadableFilters } from "#core/unreadable-filters.ts";
import { Notice } from "#ui/notice.tsx";

type Props = { filters: readonly FilterReader[]; hint?: string };

/** Says which filters of the URL the list leaves out because their values cannot be read. */
export function UnreadableFilters({ filters, hint = "" }: Props) {
  const { search } = useLocation();
  const labels = unreadableFilters(new URLSearchParams(search), filters);
  if (labels.length === 0) return null;
  return (
    <Notice kind="warning" title="A filter could not be read" live className="my-4">
      {labels.join(", ")}: the list is as without it.{hint && ` ${hint}`}
    </Notice>
  );
}
