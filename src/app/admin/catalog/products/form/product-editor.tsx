import { getFormProps } from "@conform-to/react";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { LeaveGuard } from "#app/components/admin/leave-guard.tsx";
import type { PresetCategory } from "#app/components/admin/product-urls.ts";
import { finishedMeasurementsPath } from "#app/components/admin/product-urls.ts";
import { draftPreviewPath, productPath } from "#app/components/product/product-url.ts";
import { formatPercent } from "#core/format-number.ts";
import { formatBytes } from "#features/base/media/media-item.ts";
import { uploadPercent } from "#features/base/media/upload-queue.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import type { ProductSnapshot } from "#features/catalog/editing/product-form-queries.server.ts";
import { slugOf } from "#features/catalog/editing/product-slug.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Field, Input, Textarea } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { ImageFields } from "./image-fields.tsx";
import { MerchandisingFields } from "./merchandising-fields.tsx";
import type { ProductFormState } from "./use-product-form.ts";
import { SizeColorFields, VariantFields } from "./variant-fields.tsx";

const NO_CATEGORY_YET = "Please select a category";

function SaveBar({ state }: { state: ProductFormState }) {
  const { base, busy, form } = state;
  const isRunning = useHydrated();
  // Without JavaScript the button stays enabled; the server requires the category.
  const isLacking = isRunning && form.categoryId === "";
  const isPublished = base !== null && !base.form.draft;
  const busyLabel = base ? "Updating Product..." : "Creating Product...";
  const draft = (
    <Button
      type="submit"
      name="save"
      value="draft"
      variant={isPublished ? "quiet" : "secondary"}
      busy={busy === "draft"}
      busyLabel={busyLabel}
      disabled={busy !== null || isLacking}
      whyDisabled={NO_CATEGORY_YET}
    >
      {isPublished ? "Unpublish" : "Save as Draft"}
    </Button>
  );
  return (
    <div
      data-bottom-bar=""
      data-save-bar=""
      className="sticky bottom-0 z-10 -mx-4 mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-white px-4 py-3 sm:-mx-8 sm:px-8 lg:-mx-10 lg:px-10"
    >
      {/* Enter presses the first button, so an unpublished product stays a draft. */}
      {!isPublished && draft}
      <Button
        type="submit"
        name="save"
        value="publish"
        busy={busy === "publish"}
        busyLabel={busyLabel}
        disabled={busy !== null || isLacking}
        whyDisabled={NO_CATEGORY_YET}
      >
        {isPublished ? "Update Product" : "Publish"}
      </Button>
      {isPublished && draft}
      {base && (
        <a
          href={isPublished ? productPath(base.id) : draftPreviewPath(base.id)}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-2 text-sm text-ink-soft transition-colors hover:text-demerara"
        >
          <ExternalLink size={16} aria-hidden="true" />
          Preview<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <Progress entries={state.images.uploads} />
      <p role="status" className="ml-auto text-sm text-ink-quiet">
        {saveStatus(state, isLacking)}
      </p>
    </div>
  );
}

function saveStatus({ base, isChanged }: ProductFormState, isLacking: boolean): string | null {
  if (isLacking) return NO_CATEGORY_YET;
  if (isChanged) return "Not saved yet";
  return base?.form.draft ? "Draft: not in the shop yet" : null;
}

/** Counts the bytes actually sent (decision D4). */
function Progress({ entries }: { entries: ProductFormState["images"]["uploads"] }) {
  if (entries.length === 0) return null;
  const total = entries.reduce((sum, { file }) => sum + file.size, 0);
  const sent = entries.reduce((sum, { sent: bytes }) => sum + bytes, 0);
  const percent = Math.floor(
    entries.reduce((sum, entry) => sum + uploadPercent(entry) * entry.file.size, 0) /
      Math.max(1, total),
  );
  return (
    <div className="min-w-40 grow text-xs sm:max-w-80">
      <div
        role="progressbar"
        aria-label="Upload of the images"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 overflow-hidden bg-line"
      >
        <div
          className="h-full origin-left bg-forest transition-transform"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <p className="figures mt-1 text-ink-quiet">
        {formatPercent(percent)} · {formatBytes(sent)} of {formatBytes(total)}
      </p>
    </div>
  );
}

const texts = [
  {
    field: "materials",
    label: "Materials",
    hint: "Begin with the main cloth. Of a knit that is made to measure say how far it stretches: “stretches 30 %”.",
  },
  { field: "care", label: "Care", hint: undefined },
] as const;

function ProductDetailsFields({ state }: { state: ProductFormState }) {
  const { form, set, problems, base } = state;
  const address = form.slug || slugOf(form.name) || "made-from-the-name";
  return (
    <div className="space-y-5">
      <Field label="Product Name" error={problems.name}>
        <Input
          name="name"
          required
          autoComplete="off"
          value={form.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="Description" optional error={problems.description}>
        <Textarea
          name="description"
          rows={5}
          value={form.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      {texts.map(({ field, hint, label }) => (
        <Field key={field} label={label} optional error={problems[field]} hint={hint}>
          <Textarea
            name={field}
            rows={2}
            value={form[field]}
            onChange={(event) => set({ [field]: event.target.value })}
          />
        </Field>
      ))}
      <Field
        label="URL"
        optional
        error={problems.slug}
        hint={
          <>
            <span className="break-all">/product/{address}</span> leads to the piece. Without one it
            is made from the name.
            {base && form.slug !== base.form.slug && (
              <> Links with the URL before lead here, as long as no other piece takes it.</>
            )}
          </>
        }
      >
        <Input
          name="slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.slug}
          onChange={(event) => set({ slug: event.target.value })}
        />
      </Field>
    </div>
  );
}

type Props = {
  state: ProductFormState;
  shown: ProductSnapshot | null;
  preset: PresetCategory | null;
  categories: readonly AdminCategory[];
};

export function ProductEditor({ state, shown, preset, categories }: Props) {
  const { conform, current, failure } = state;
  const { pathname, search } = useLocation();
  const messages = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The Save button is always visible, but its result is at the top.
    if (current || failure) messages.current?.focus();
  }, [current, failure]);
  return (
    <form
      {...getFormProps(conform)}
      method="post"
      action={pathname + search}
      encType="multipart/form-data"
      noValidate
      aria-label="Product"
      // Keeps focused fields clear of the sticky bar.
      className="**:scroll-mb-24"
    >
      <input type="hidden" name="intent" value="save-product" />
      {shown && <input type="hidden" name="version" value={shown.version} />}
      <div ref={messages} tabIndex={-1} className="scroll-mt-6 space-y-5 outline-none">
        {current && (
          <ConflictPanel
            key={current.version}
            state={state}
            current={current}
            categories={categories}
          />
        )}
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
            {shown && (
              <p className="mt-4 flex flex-wrap gap-x-6 text-sm">
                <Link to={finishedMeasurementsPath(shown.id)} className="link py-2">
                  Garment measurements
                </Link>
                <Link to={`/admin/atelier/terms/${shown.id}`} className="link py-2">
                  Made to measure: price and options
                </Link>
                <Link to="/admin/size-report" className="link py-2">
                  Whom the sizes fit
                </Link>
              </p>
            )}
          </Part>
          <Part title="Stock">
            <VariantFields state={state} />
          </Part>
        </div>
      </div>
      <SaveBar state={state} />
      <FreeDialog state={state} />
      <LeaveGuard
        isChanged={state.isChanged}
        isLeaving={state.isLeaving}
        keepsChanges={({ currentLocation, nextLocation }) =>
          currentLocation.pathname === nextLocation.pathname
        }
        description="What you changed on this page is lost."
      />
    </form>
  );
}

/** A price of 0 is allowed but may be a mistake. */
function FreeDialog({ state }: { state: ProductFormState }) {
  return (
    <ConfirmDialog
      open={state.asksForFree}
      onOpenChange={(open) => !open && state.respondToFree(false)}
      title="Publish at $0.00?"
      description="Customers can order it without paying anything. Go back to enter its price, or save it as a draft."
      cancelLabel="Go back"
      confirmLabel="Publish at $0.00"
      onConfirm={() => state.respondToFree(true)}
    />
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
