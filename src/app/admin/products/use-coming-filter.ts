import { useNavigation } from "react-router";
import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import { readAdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import { DASHBOARD_PATH } from "../dashboard/dashboard-tabs.ts";

/** The filter on its way, so that a choice shows as chosen before its products have arrived; else the one shown. */
export function useComingFilter(shown: AdminProductFilter) {
  const { location } = useNavigation();
  const isComing = location?.pathname === DASHBOARD_PATH;
  const filter = isComing ? readAdminProductFilter(new URLSearchParams(location.search)) : shown;
  return { filter, isComing };
}
