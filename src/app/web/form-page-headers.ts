/** For answers to one visitor's form. */
export const PERSONAL = { "Cache-Control": "private, no-store" };

/** The `headers` export of a public page with a form: shared as it stands, personal once it answers a form. */
export function formPageHeaders(page: { loaderHeaders: Headers; actionHeaders: Headers }): Headers {
  return page.actionHeaders.has("Cache-Control") ? page.actionHeaders : page.loaderHeaders;
}
