import type { ActivityEntry } from "#features/audit/activity-queries.server.ts";
import { DASHBOARD_TABS } from "../dashboard/dashboard-tabs.ts";

type Thing = Pick<ActivityEntry, "subject" | "subjectId" | "isThere">;

/** Where the thing of an entry is looked after; null when it is gone or has no page. */
export function activitySubjectPath({ subject, subjectId, isThere }: Thing): string | null {
  const id = encodeURIComponent(subjectId);
  // Its page says itself when a combination is gone.
  if (subject === "stock") return subjectId === "low-stock" ? "/admin/stock" : `/admin/stock/${id}`;
  if (!isThere) return null;
  if (subject === "product") return `/admin/products/edit/${id}`;
  if (subject === "category") return `/admin?tab=categories&category=${id}`;
  if (subject === "order") return `/admin/orders/${id}`;
  if (subject === "inquiry" || subject === "message") return `/admin/inbox/${id}`;
  const tab = { "category picture": "site-images", "hero picture": "site-images", media: "media" };
  const wanted = subject in tab ? tab[subject as keyof typeof tab] : subject;
  return DASHBOARD_TABS.some(({ value }) => value === wanted) ? `/admin?tab=${wanted}` : null;
}
