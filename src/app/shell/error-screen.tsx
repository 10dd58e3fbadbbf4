import { useEffect } from "react";
import { isRouteErrorResponse, useLocation, useRevalidator } from "react-router";
import { messageOfHost } from "#app/web/host-message.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useLazyPart } from "#ui/hydration.ts";
import { MainContent } from "./main-content.tsx";
import type { Thread } from "./thread-drawing.tsx";

const loadDrawing = () => import("./thread-drawing.tsx").then((module) => module.ThreadDrawing);

/** The drawing is decoration only: pages without an error do not load it, and its room stays empty without a network. */
function Drawing({ thread }: { thread: Thread }) {
  const { part: ThreadDrawing, request } = useLazyPart(loadDrawing);
  useEffect(() => void request(), [request]);
  if (ThreadDrawing) return <ThreadDrawing thread={thread} />;
  return <div aria-hidden="true" className="aspect-[43/11] w-full max-w-250" />;
}

/** Shows a 404 page or a way to try again. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <MainContent>
        <title>Page Not Found</title>
        <NotFoundScreen />
      </MainContent>
    );
  }
  return <SomethingWentWrong text={describeFailure(error)} />;
}

/** Browsers use these names for a request without a response. */
const UNREACHED = /failed to fetch|networkerror|load failed/i;

/** React Router shows this message for an error that the server logged. */
const LOGGED_BY_SERVER = "Unexpected Server Error";

/** Distinguishes offline, a temporary refusal, a logged fault and a page fault. */
function describeFailure(error: unknown): string {
  if (error instanceof TypeError && UNREACHED.test(error.message)) {
    return "The shop could not be reached. Your cart is safe. Please check your connection and try again.";
  }
  const ofHost = messageOfHost(error);
  if (ofHost) return ofHost;
  if (isRouteErrorResponse(error) && error.status === 400 && typeof error.data === "string") {
    return error.data;
  }
  const isLogged =
    isRouteErrorResponse(error) || (error instanceof Error && error.message === LOGGED_BY_SERVER);
  return isLogged
    ? "The problem is on our side, and we have been notified. Your cart is safe. Please try again, or refresh the page."
    : "The problem is on our side. Your cart is safe. Please try again, or refresh the page.";
}

function SomethingWentWrong({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  return (
    <MainContent className="overflow-x-clip">
      <title>Something went wrong</title>
      <div className="shell flex min-h-svh flex-col justify-center py-16">
        <Drawing thread="snapped" />
        <h1 className="display mt-12 text-4xl md:mt-16">Something went wrong</h1>
        <p className="mt-4 max-w-[46ch] text-ink-soft">{text}</p>
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

/** The page of an unknown URL, shown alone when the frame fails. */
export function NotFoundScreen() {
  return (
    <div className="overflow-x-clip">
      <div className="shell flex min-h-[70svh] flex-col justify-center py-16">
        <Drawing thread="lost" />
        <h1 className="display mt-12 text-4xl md:mt-16">Page Not Found</h1>
        <p className="mt-4 max-w-[46ch] text-balance text-ink-soft">
          We could not find the page you asked for. It may have moved, or there may be a mistake in
          the address.
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
