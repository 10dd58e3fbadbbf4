import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { ProductSnapshot } from "#features/catalog/admin/product-form-queries.server.ts";
import { Notice } from "#ui/notice.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { ImageFields } from "./image-fields.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { MerchandisingFields } from "./merchandising-fields.tsx";
import type { PresetCategory } from "./preset-category.ts";
import { ProductDetailsFields } from "./product-details-fields.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SizeColorFields } from "./size-color-fields.tsx";
import type { ProductFormState } from "./use-product-form.ts";
import { VariantFields } from "./variant-fields.tsx";

type Props = {
  state: ProductFormState;
  /** The product that a save would change. */
  shown: ProductSnapshot | null;
  preset: PresetCategory | null;
  categories: readonly AdminCategory[];
};

/** The fields of a product, its pictures, and what saves them. */
export function ProductEditor({ state, shown, preset, categories }: Props) {
  const { current, failure } = state;
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that saves is always in view, what came of it stands at the top.
    if (current || failure) news.current?.focus();
  }, [current, failure]);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      noValidate
      aria-label="Product"
      // What the focus reaches scrolls clear of the bar that stays in view.
      className="**:scroll-mb-24"
      onSubmit={(event) => {
        event.preventDefault();
        void state.save();
      }}
    >
      {shown && <input type="hidden" name="version" value={shown.version} />}
      <div ref={news} tabIndex={-1} className="scroll-mt-6 space-y-5 outline-none">
        {current && <ConflictPanel state={state} current={current} categories={categories} />}
        {failure && (
          <Notice kind="error" live title="Failed to save product">
            {failure}
          </Notice>
        )}
      </div>
      <div className="mt-2 grid gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="space-y-10">
          <Part title="The piece">
            <ProductDetailsFields state={state} />
          </Part>
          <Part title="On the shelf">
            <MerchandisingFields state={state} preset={preset} categories={categories} />
          </Part>
        </div>
        <Part title="Images">
          <ImageFields state={state} />
        </Part>
        <div className="space-y-10 xl:col-span-2">
          <Part title="Sizes and colors">
            <SizeColorFields state={state} />
          </Part>
          <Part title="Stock">
            <VariantFields state={state} />
          </Part>
        </div>
      </div>
      <SaveBar state={state} />
      <LeaveGuard isChanged={state.isChanged} isLeaving={state.isLeaving} />
    </Form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 border-t border-line pt-4">
      <h2 className="eyebrow mb-4">{title}</h2>
      {children}
    </section>
  );
}
