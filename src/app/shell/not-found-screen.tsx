import { ButtonLink } from "#ui/button.tsx";
import { ThreadDrawing } from "./thread-drawing.tsx";

/** What stands where no page is; used inside the frame and, should the frame itself fail, alone. */
export function NotFoundScreen() {
  return (
    <div className="overflow-x-clip">
      <div className="shell flex min-h-[70svh] flex-col justify-center py-16">
        <ThreadDrawing state="lost" />
        <h1 className="display mt-12 text-4xl md:mt-16">Page Not Found</h1>
        <p className="mt-4 max-w-[46ch] text-balance text-ink-soft">
          We followed the thread and found nothing at its end. The page may have moved, or the
          address may have a slip of the hand in it.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <ButtonLink to="/" size="lg">
            Return to Home
          </ButtonLink>
          <ButtonLink to="/shop" size="lg" variant="secondary">
            Browse Shop
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
