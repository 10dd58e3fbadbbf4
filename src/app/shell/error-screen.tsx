import { isRouteErrorResponse, useLocation, useRevalidator } from "react-router";
import { Button, ButtonLink } from "#ui/button.tsx";
import { MainContent } from "./main-content.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { ThreadDrawing } from "./thread-drawing.tsx";

/** The screen of last resort: for a 404 the page that is not there, for all else a way to try again. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <MainContent>
        <title>Page Not Found</title>
        <NotFoundScreen />
      </MainContent>
    );
  }
  return <SomethingWentWrong />;
}

function SomethingWentWrong() {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  return (
    <MainContent className="overflow-x-clip">
      <title>Something went wrong</title>
      <div className="shell flex min-h-svh flex-col justify-center py-16">
        <ThreadDrawing state="snapped" />
        <h1 className="display mt-12 text-4xl md:mt-16">Something went wrong</h1>
        <p className="mt-4 max-w-[46ch] text-ink-soft">
          A thread snapped on our side, and we have been told. Your cart is safe; try again, or
          refresh the page.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <Button size="lg" busy={state !== "idle"} onClick={() => void revalidate()}>
            Try Again
          </Button>
          <ButtonLink
            to={{ pathname, search }}
            reloadDocument
            replace
            size="lg"
            variant="secondary"
          >
            Refresh Page
          </ButtonLink>
        </div>
      </div>
    </MainContent>
  );
}
