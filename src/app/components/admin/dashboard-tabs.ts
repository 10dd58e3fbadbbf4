/** Specification 2 sets the order. */
export const DASHBOARD_TABS = [
  { value: "categories", label: "Clothing Categories" },
  { value: "products", label: "All Products" },
  { value: "media", label: "Media Library" },
  { value: "site-images", label: "Site Images" },
  { value: "settings", label: "Site Settings" },
] as const;

/** The URL names it: /admin?tab=products. */
export type DashboardTab = (typeof DASHBOARD_TABS)[number]["value"];

export const DASHBOARD_PATH = "/admin";

/** Falls back to products (specification 2). */
export function readTab(params: URLSearchParams): DashboardTab {
  const wanted = params.get("tab");
  return DASHBOARD_TABS.find(({ value }) => value === wanted)?.value ?? "products";
}

export function tabPath(tab: DashboardTab): string {
  return `${DASHBOARD_PATH}?tab=${tab}`;
}
