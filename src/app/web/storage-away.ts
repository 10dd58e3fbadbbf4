import { findStorageAway } from "#platform/storage-fault.ts";

/** Seconds; a store that failed is asked twice a second. */
const RETRY_AFTER = "5";

/** The response of `work`; 503 with Retry-After when the file storage cannot be used now, which the store logs once. */
export async function orStorageAway(
  work: () => Promise<Response>,
  json?: object,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!findStorageAway(error)) throw error;
    const headers = { "cache-control": "no-store", "retry-after": RETRY_AFTER };
    const options = { status: 503, headers };
    return json
      ? Response.json(json, options)
      : new Response("The file storage does not respond", options);
  }
}
