import { desc, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { saveSettings } from "#features/base/settings/save-settings.server.ts";
import type { SettingsInput } from "#features/base/settings/settings-sections.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import { emptyProductForm, productFormInput } from "#features/catalog/editing/product-form.ts";
import { findProductForm } from "#features/catalog/editing/product-form-queries.server.ts";
import { saveProduct } from "#features/catalog/editing/save-product.server.ts";
import { addCategory, addImage } from "../catalog.ts";
import type { MediaLibrary } from "../media-library.ts";
import type { StorefrontProcess } from "../storefront-process.ts";

/** A change through one process, shown by another's page. */
export type Step = {
  what: string;
  /** The use case's file, to find missing ones. */
  by: string;
  page: () => string;
  write: () => Promise<Result<unknown, unknown>>;
  /** Only after the change; "" where the page itself returns. */
  shows: () => string;
  /** `shows` is gone. */
  gone?: true;
};

type Opened = { page: MediaLibrary; one: StorefrontProcess; other: StorefrontProcess };

/** Two processes, a gown, its categories and images. */
export function ownerBench(opened: () => Opened) {
  const db = () => opened().page.db;
  const deps = () => ({ ...opened().page.deps, content: opened().one.content });
  const actor = () => opened().page.owner;
  const there = {
    gown: "",
    copy: "",
    kaftans: "",
    evening: "",
    front: "",
    back: "",
    hero: "",
    banner: "",
    social: "",
    fetched: "",
  };
  const formOf = async (id: string) => {
    const found = await findProductForm(db(), { actor: actor(), id });
    return found.ok ? found.value : null;
  };
  return {
    there,
    deps,
    actor,
    processes: () => [opened().other, opened().one],
    gownPage: () => `/product/${there.gown}`,
    async fill(): Promise<void> {
      there.kaftans = await addCategory(db(), "Kaftans");
      there.evening = await addCategory(db(), "Evening Elegance");
      for (const name of ["front", "back", "hero", "banner", "social", "fetched"] as const) {
        there[name] = await addImage(db(), name);
      }
    },
    async currentProduct() {
      const [row] = await db().select().from(products).where(eq(products.id, there.gown));
      return { id: there.gown, version: row?.version ?? 0 };
    },
    async categoryVersion(id: string) {
      const [row] = await db().select().from(productCategories).where(eq(productCategories.id, id));
      return { id, version: row?.version ?? 0 };
    },
    async latest() {
      const [row] = await db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
      return row?.id ?? "";
    },
    async saveGown(change: Partial<ProductForm>) {
      const version = there.gown ? await formOf(there.gown) : null;
      const empty = { ...emptyProductForm(), name: "Gown", categoryId: there.kaftans };
      const draft = productFormInput.parse({ ...empty, ...version?.form, ...change });
      const done = await saveProduct(deps(), { actor: actor(), version, draft });
      if (done.ok) there.gown = done.value.id;
      return done;
    },
    async settings(name: keyof SettingsInput, value: object) {
      const [row] = await db()
        .select()
        .from(siteSettings)
        .where(eq(siteSettings.settingName, name));
      const sections = { [name]: { version: row?.version ?? 0, value } } as SettingsInput;
      return saveSettings(deps(), { actor: actor(), sections });
    },
  };
}

export type OwnerBench = ReturnType<typeof ownerBench>;
