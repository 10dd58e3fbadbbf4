import { xmlText } from "#core/xml-text.ts";

/** Made without the application. */
export type PlainMessage = {
  status: number;
  /** For programs: stable, snake_case. */
  code: string;
  title: string;
  message: string;
};

/** A form to send once more. */
export type RetryForm = { action: string; fields: readonly (readonly [string, string])[] };

// For use without the application or a stylesheet: values of src/ui/theme.css as attributes, which the
// content security policy allows.
const SANS = "font-family:'Figtree Variable',Figtree,system-ui,sans-serif";
const STYLES = {
  body: `margin:0;overflow-x:hidden;background:#f8f5ef;color:#1c1815;font-size:1rem;line-height:1.65;${SANS}`,
  main: "box-sizing:border-box;display:flex;flex-direction:column;justify-content:center;min-height:100vh;max-width:82rem;margin:0 auto;padding:4rem clamp(1.25rem,5vw,4rem)",
  drawing: "display:block;width:100%;max-width:62.5rem;height:auto;overflow:visible",
  title:
    "margin:3rem 0 0;font:500 clamp(2.25rem,5vw,3.05rem)/1.1 'Cormorant Garamond Variable','Cormorant Garamond',Garamond,Georgia,serif;text-wrap:balance",
  text: "margin:1rem 0 0;max-width:46ch;color:#45403b",
  actions: "display:flex;flex-wrap:wrap;gap:.75rem;margin:2rem 0 0",
};
const BUTTON =
  "box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:0 2rem;border:1px solid;border-radius:2px;font-size:1rem;text-decoration:none;cursor:pointer;font-family:inherit";
const PRIMARY = `${BUTTON};background:#20382d;border-color:#20382d;color:#f8f5ef`;
const SECONDARY = `${BUTTON};background:transparent;border-color:#1c1815;color:#1c1815`;

const DRAWING = `<svg viewBox="0 0 860 220" aria-hidden="true" fill="none" stroke-linecap="round" stroke-linejoin="round" style="${STYLES.drawing}"><g stroke="#9a5b25" stroke-width="1.75"><path d="M-640 170C-420 120 -160 176 0 150C80 138 120 60 210 66C290 72 270 150 200 140C140 130 180 60 280 70C330 75 352 92 372 104"/><path d="M372 104C377 108 380 114 379 120M372 104C379 105 386 103 390 99M372 104C380 108 386 112 392 119"/><path d="M446 116C440 112 434 113 430 118M446 116C440 117 436 122 436 127M446 116C438 112 430 110 424 112"/><path d="M446 116C500 134 560 120 620 104C656 94 680 92 700 92"/></g><g stroke="#1c1815" stroke-width="1.5"><path fill="#f8f5ef" d="M690 97C684 95 684 90 689 87C698 82 710 77 722 73L852 26L728 88C716 94 704 98 696 98Z"/><path d="M694 92C702 87 710 84 720 81"/></g></svg>`;

function retryButton({ action, fields }: RetryForm): string {
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${xmlText(name)}" value="${xmlText(value)}">`,
  );
  return `<form method="post" action="${xmlText(action)}" style="margin:0">${inputs.join("")}<button style="${PRIMARY}">Try Again</button></form>`;
}

function page(message: PlainMessage, retryForm: RetryForm | null): string {
  const title = xmlText(message.title);
  const reload = message.status >= 500 ? `<a href="" style="${PRIMARY}">Try Again</a>` : "";
  const retry = retryForm ? retryButton(retryForm) : reload;
  const home = `<a href="/" style="${retry ? SECONDARY : PRIMARY}">Back to the Shop</a>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="theme-color" content="#f8f5ef"><title>${title}</title></head>
<body style="${STYLES.body}"><main style="${STYLES.main}">${DRAWING}<h1 style="${STYLES.title}">${title}</h1><p style="${STYLES.text}">${xmlText(message.message)}</p><div style="${STYLES.actions}">${retry}${home}</div></main></body>
</html>
`;
}

/** Scripts and programs do not accept HTML. */
export const isPageRequest = (request: Request | null) =>
  request?.headers.get("accept")?.includes("text/html") === true;

/** HTML for people, JSON for programs. */
export function plainBodies(
  message: PlainMessage,
  retryForm: RetryForm | null = null,
): { html: string; json: string } {
  const body = { error: { code: message.code, message: message.message } };
  return { html: page(message, retryForm), json: `${JSON.stringify(body)}\n` };
}

/** Never stored. Try Again resends `retryForm`. */
export function plainResponse(
  request: Request | null,
  response: PlainMessage & { headers?: Record<string, string> },
  retryForm: RetryForm | null = null,
): Response {
  const { status } = response;
  const headers = new Headers({ ...response.headers, "cache-control": "private, no-store" });
  const { html, json } = plainBodies(response, retryForm);
  if (isPageRequest(request)) {
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(html, { status, headers });
  }
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(json, { status, headers });
}

/** The response to what is no request, and to one that broke off. */
export const unreadable: PlainMessage = {
  status: 400,
  code: "bad_request",
  title: "We could not read that request",
  message: "Please check the link you followed.",
};
