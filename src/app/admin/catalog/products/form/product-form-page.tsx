import { ArrowLeft } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { ActionNotice } from "#app/components/admin/page-dialog.tsx";
import type { PresetCategory } from "#app/components/admin/product-urls.ts";
import { afterSavePath } from "#app/components/admin/product-urls.ts";
import { FormLoading } from "#app/components/admin/tab-loading.tsx";
import { AdminPage } from "#app/shell/admin-page.tsx";
import type { ActionResult } from "#app/web/admin-action.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import { emptyProductForm } from "#features/catalog/editing/product-form.ts";
import type { ProductSnapshot } from "#features/catalog/editing/product-form-queries.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState, Notice, ReloadPanel } from "#ui/notice.tsx";
import { ProductEditor } from "./product-editor.tsx";
import type { ProductFormContent } from "./product-form-actions.server.ts";
import { useProductForm } from "./use-product-form.ts";

/** True when the tab's previous page is the shop's. */
function hasPageBefore(): boolean {
  const step = (history.state as { idx?: number } | null)?.idx ?? 0;
  return step > 0 || (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}

/** Falls back to the product list (specification 2). */
function BackButton({ to }: { to: string }) {
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (!hasPageBefore() || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
      className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm text-ink-soft transition-colors hover:text-demerara"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      Back
    </Link>
  );
}

type Props = {
  content: ProductFormContent;
  /** Set after a post without JavaScript. */
  posted: ActionResult | null;
};

export function ProductFormPage({ content: { preset, found }, posted }: Props) {
  if (!found) return <NotLoaded />;
  return <Opened preset={preset} {...found} posted={posted} />;
}

/** A men's category sets the gender, because it cannot be chosen (specification 2). */
function startForm(preset: PresetCategory | null): ProductForm {
  const isMens = /\bmen/i.test(preset?.categoryName ?? "");
  return {
    ...emptyProductForm(),
    categoryId: preset?.categoryId ?? "",
    ...(isMens && { gender: "male" }),
  };
}

type OpenedProps = {
  preset: PresetCategory | null;
  categories: readonly AdminCategory[];
  snapshot: ProductSnapshot | null;
  isCustomHidden: boolean;
  posted: ActionResult | null;
};

function Opened({ preset, categories, snapshot, isCustomHidden, posted }: OpenedProps) {
  const state = useProductForm({
    snapshot,
    form: { ...(snapshot?.form ?? startForm(preset)), ...presetField(preset) },
    posted,
  });
  const suffix = preset?.categoryName ? ` in ${preset.categoryName}` : "";
  const shown = state.base;
  return (
    <>
      <div className="mx-auto max-w-page">
        <BackButton to={afterSavePath(preset)} />
      </div>
      <AdminPage
        title={`${snapshot ? "Edit Product" : "Create New Product"}${suffix}`}
        lead={
          snapshot?.form.sizes.includes(CUSTOM_SIZE) && (
            <Link to={`/admin/atelier/terms/${snapshot.id}`} className="link inline-block py-2.5">
              Made to measure: measurements, options, surcharge
            </Link>
          )
        }
      >
        <ActionNotice result={posted} />
        {snapshot && isCustomHidden && (
          <Notice kind="warning" title="Customers do not see the size Custom" className="mb-6">
            This piece is not offered made to measure.{" "}
            <Link to={`/admin/atelier/terms/${snapshot.id}`} className="link">
              Offer it
            </Link>
            , or choose a garment type that is, such as Suit or Dress.
          </Notice>
        )}
        <ProductEditor state={state} shown={shown} preset={preset} categories={categories} />
      </AdminPage>
    </>
  );
}

const presetField = (preset: PresetCategory | null) =>
  preset ? { categoryId: preset.categoryId } : {};

function NotLoaded() {
  return (
    <ReloadPanel
      loading={<FormLoading />}
      heading="h1"
      title="The product could not be loaded"
      text="Failed to fetch product images and words. Nothing was changed, please try again in a moment."
    />
  );
}

export function ProductNotThere() {
  return (
    <>
      <h1 className="sr-only">Page Not Found</h1>
      <EmptyState
        title="Product not found"
        action={
          <ButtonLink to="/admin?tab=products" variant="secondary">
            All products
          </ButtonLink>
        }
      >
        It may have been deleted, or its URL is incomplete.
      </EmptyState>
    </>
  );
}
