/** In the specification's order (section 2). */
export const DASHBOARD_TABS = [
  { value: "categories", label: "Clothing Categories" },
  { value: "products", label: "All Products" },
  { value: "media", label: "Media Library" },
  { value: "site-images", label: "Site Images" },
  { value: "settings", label: "Site Settings" },
] as const;

/** A tab as named in the URL: /admin?tab=products. */
export type DashboardTab = (typeof DASHBOARD_TABS)[number]["value"];

export const DASHBOARD_PATH = "/admin";

/** The tab in the URL; products when missing or unknown (specification 2). */
export function readTab(params: URLSearchParams): DashboardTab {
  const wanted = params.get("tab");
  return DASHBOARD_TABS.find(({ value }) => value === wanted)?.value ?? "products";
}

/** A tab's URL. */
export function tabPath(tab: DashboardTab): string {
  return `${DASHBOARD_PATH}?tab=${tab}`;
}
