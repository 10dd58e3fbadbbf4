import { showToast } from "#ui/toast-store.ts";
import { submitFetcher } from "./submit-fetcher.ts";

/** What a `clientAction` receives, as far as it is needed here. */
type Sent<Value> = { request: Pick<Request, "signal">; serverAction: () => Promise<Value> };

/**
 * The `clientAction` of a page whose form shows no message of its own when the host refuses it (a rate limit, overload) or is not reached:
 * the page stays as it is, with what was entered, and a toast says why nothing was sent. Redirects and other refusals pass.
 */
export function keepInput<Value>({ request, serverAction }: Sent<Value>) {
  return submitFetcher(serverAction, (reason): undefined => {
    // Whoever leaves the page meanwhile waits for no result.
    if (request.signal.aborted) return;
    const why = reason ?? "The shop could not be reached.";
    const description = `${why} What you entered is still here.`;
    showToast({ kind: "error", title: "Nothing was sent", description });
  });
}
