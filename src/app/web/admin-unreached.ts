import { isRouteErrorResponse } from "react-router";

/**
 * The shop's answer to a page of the admin, or null when the shop could not be reached or failed: then the page says so in its own words and
 * the frame stays. What the shop refuses and where it leads is thrown on, as is what was asked for by a page that was left meanwhile.
 */
export async function nullIfUnreachable<Value>(
  asked: Promise<Value>,
  { signal }: Pick<Request, "signal">,
): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    const isRefused = isRouteErrorResponse(error) && error.status < 500;
    if (error instanceof Response || isRefused || signal.aborted) throw error;
    return null;
  }
}
