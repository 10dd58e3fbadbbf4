import { ExternalLink } from "lucide-react";
import { formatBytes } from "#features/media/media-item.ts";
import { uploadPercent } from "#features/media/upload-queue.ts";
import { Button } from "#ui/button.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { ProductFormState } from "./use-product-form.ts";

/** What saves, always in view: the button, how far the pictures are, and a look at the piece as shoppers see it. */
export function SaveBar({ state }: { state: ProductFormState }) {
  const { base, busy, form, isChanged } = state;
  const isRunning = useHydrated();
  // Without script the button could never wake up again; the server asks for the category then.
  const isLacking = isRunning && form.categoryId === "";
  const label = base ? "Update Product" : "Create Product";
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-white px-4 py-3 sm:-mx-8 sm:px-8 lg:-mx-10 lg:px-10">
      <Button
        type="submit"
        busy={busy}
        busyLabel={base ? "Updating Product..." : "Creating Product..."}
        disabled={busy || isLacking}
      >
        {label}
      </Button>
      {base && (
        <a
          href={`/product/${base.id}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-2 text-sm text-ink-soft transition-colors hover:text-demerara"
        >
          <ExternalLink size={16} aria-hidden="true" />
          Preview<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <Progress entries={state.desk.entries} />
      <p role="status" className="ml-auto text-sm text-ink-quiet">
        {isLacking ? "Please select a category" : isChanged && "Not saved yet"}
      </p>
    </div>
  );
}

/** The bytes of the pictures that have really left (decision D4). */
function Progress({ entries }: Pick<ProductFormState["desk"], "entries">) {
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
        {percent} % · {formatBytes(sent)} of {formatBytes(total)}
      </p>
    </div>
  );
}
