import type { RestorableSubject } from "#features/audit/field-change.ts";
import {
  previewCategoryRestore,
  restoreCategoryVersion,
} from "#features/catalog/admin/restore-category-version.server.ts";
import {
  previewProductRestore,
  restoreProductVersion,
} from "#features/catalog/admin/restore-product-version.server.ts";
import {
  previewSettingsRestore,
  restoreSettingsVersion,
} from "#features/settings/restore-settings-version.server.ts";

type Owner = { preview: typeof previewProductRestore; restore: typeof restoreProductVersion };

/** The feature that restores each kind of record. */
export const restoreOwners: Record<RestorableSubject, Owner> = {
  product: { preview: previewProductRestore, restore: restoreProductVersion },
  category: { preview: previewCategoryRestore, restore: restoreCategoryVersion },
  settings: { preview: previewSettingsRestore, restore: restoreSettingsVersion },
};
