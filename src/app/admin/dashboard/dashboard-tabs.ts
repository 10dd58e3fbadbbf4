/** The dashboard's tabs in the specification's order (section 2). */
export const DASHBOARD_TABS = [
  { value: "categories", label: "Clothing Categories" },
  { value: "products", label: "All Products" },
  { value: "media", label: "Media Library" },
  { value: "site-images", label: "Site Images" },
  { value: "settings", label: "Site Settings" },
] as const;

/** A tab as the address names it: /admin?tab=products. */
export type DashboardTab = (typeof DASHBOARD_TABS)[number]["value"];

/** The dashboard's address. */
export const DASHBOARD_PATH = "/admin";

/** The tab that an address asks for; products when it names none that is known (specification 2). */
export function readTab(params: URLSearchParams): DashboardTab {
  const wanted = params.get("tab");
  return DASHBOARD_TABS.find(({ value }) => value === wanted)?.value ?? "products";
}

/** A tab's address. */
export function tabPath(tab: DashboardTab): string {
  return `${DASHBOARD_PATH}?tab=${tab}`;
}
