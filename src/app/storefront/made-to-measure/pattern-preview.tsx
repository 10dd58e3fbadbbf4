import { useFetcher } from "react-router";
import { GarmentDrawings } from "#app/components/patterns/garment-drawings.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { PatternPreview as Preview } from "./pattern-preview-route.ts";

type Props = {
  productId: string;
  /** What is sent when the visitor asks for the drawing. */
  fields: Record<string, string>;
};

/** Draws the garment to the chosen person's measurements on demand. */
export function PatternPreview({ fields, productId }: Props) {
  const fetcher = useFetcher<Preview>();
  const drawn = fetcher.data;
  const busy = fetcher.state !== "idle";
  return (
    <section aria-label="Your pattern" className="mt-8 border-t border-line pt-6">
      <p className="text-sm text-ink-soft">
        Every piece has a pattern of its own, drafted to your body. See yours before you order: we
        draw it and store nothing.
      </p>
      <Button
        variant="secondary"
        className="mt-4 w-full"
        busy={busy}
        busyLabel="Drawing..."
        onClick={() => {
          void fetcher.submit(fields, { method: "post", action: `/product/${productId}/pattern` });
        }}
      >
        {drawn && drawn.message === null ? "Draw it again" : "Draw my pattern"}
      </Button>
      <div role="status" className="mt-5 empty:sr-only">
        {drawn?.message && <Notice kind="info">{drawn.message}</Notice>}
        {drawn && (
          <GarmentDrawings
            drawings={drawn.drawings}
            byHand={drawn.byHand}
            choices={drawn.choices}
          />
        )}
      </div>
    </section>
  );
}
