import { xmlText } from "#core/xml-text.ts";

/** An answer the host gives by itself, before or instead of the application. */
export type PlainResponse = {
  status: number;
  /** For programs: stable, snake_case. */
  code: string;
  title: string;
  message: string;
  headers?: Record<string, string>;
};

const STYLE =
  "margin:12vh auto 0;max-width:34rem;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#1c1917;background:#f8f5ef";

function page(answer: PlainResponse): string {
  const title = xmlText(answer.title);
  const retry = answer.status >= 500 ? '<a href="">Try Again</a> &middot; ' : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title></head>
<body style="${STYLE}"><main><h1>${title}</h1><p>${xmlText(answer.message)}</p><p>${retry}<a href="/">Back to the shop</a></p></main></body>
</html>
`;
}

/** The answer as a page for a person and as JSON for a program; never stored. */
export function plainResponse(request: Request | null, answer: PlainResponse): Response {
  const headers = new Headers({ ...answer.headers, "cache-control": "private, no-store" });
  if (request?.headers.get("accept")?.includes("text/html")) {
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(page(answer), { status: answer.status, headers });
  }
  headers.set("content-type", "application/json; charset=utf-8");
  const body = { error: { code: answer.code, message: answer.message } };
  return new Response(`${JSON.stringify(body)}\n`, { status: answer.status, headers });
}
