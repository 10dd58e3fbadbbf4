import { data, isRouteErrorResponse } from "react-router";
import { messageOfHost } from "./host-message.ts";

/** An error status prevents a reload of the page's data. */
const UNAVAILABLE = { status: 503 };

/**
 * A route's `clientAction` sends with it where a fetcher shows the result inside a page. A refusal of the host (a rate limit, overload)
 * and a request that reaches no server become what `explain` makes of the reason, null without one, instead of the page's error
 * screen. Redirects and other refusals pass.
 */
export async function submitFetcher<Value, Otherwise>(
  send: () => Promise<Value>,
  explain: (reason: string | null) => Otherwise,
) {
  try {
    return await send();
  } catch (error) {
    const reason = messageOfHost(error);
    if (error instanceof Response || (isRouteErrorResponse(error) && reason === null)) throw error;
    return data(explain(reason), UNAVAILABLE);
  }
}
