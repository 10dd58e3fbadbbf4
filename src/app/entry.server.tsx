import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import type { EntryContext, HandleErrorFunction } from "react-router";
import {
  createContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from "react-router";
import { descriptionContext, siteContext } from "#app/seo/describe-page.server.ts";
import type { HeadTags } from "#app/seo/head-tags.ts";
import { renderHeadTags } from "#app/seo/head-tags.ts";
import { closedAnnouncementScript } from "#app/shell/closed-announcement.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext, requestIdContext } from "#app/web/context.ts";
import { deferScripts, SCRIPT_NONCE_HEADER } from "#app/web/page-scripts.ts";
import startPage from "#app/web/start-page.browser.ts?program";
import { malformedValueCode } from "#core/malformed-value.ts";

const RENDER_LIMIT_MS = 15_000;

export function provideContext(deps: AppDeps, requestId: string): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  context.set(requestIdContext, requestId);
  return context;
}

function read<Value>(
  context: Readonly<RouterContextProvider>,
  key: Parameters<typeof context.get<Value>>[0],
): Value | undefined {
  try {
    return context.get(key);
  } catch {
    return undefined;
  }
}

/** True when Postgres refused a value of the request. */
const malformedContext = createContext(false);

/** Turns React Router's 500 for a malformed value, which no form or route refused, into 400. */
export function withRequestStatus(
  response: Response,
  context: Readonly<RouterContextProvider>,
): Response {
  if (response.status !== 500 || !context.get(malformedContext)) return response;
  return new Response(response.body, { status: 400, headers: response.headers });
}

/** Skips aborted requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const logger = read(context, depsContext)?.logger;
  const origin = {
    requestId: read(context, requestIdContext),
    method: request.method,
    path: new URL(request.url).pathname,
  };
  const code = malformedValueCode(error);
  if (code === null) return logger?.error({ err: error, ...origin }, "request failed");
  (context as RouterContextProvider).set(malformedContext, true);
  logger?.warn({ code, ...origin }, "request refused: malformed value");
};

type Page = { html: Buffer<ArrayBuffer>; errors: readonly unknown[] };

/** Renders the whole page, because the host hashes its scripts, compresses and caches it. */
function renderWhole(
  routerContext: EntryContext,
  url: string,
  nonce: string | undefined,
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const errors: unknown[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks), errors });
        done();
      },
    });
    sink.on("error", reject);
    const stream = renderToPipeableStream(
      <ServerRouter context={routerContext} url={url} nonce={nonce} />,
      {
        nonce,
        // Keeps ready boundaries in position, so that the page reads without JavaScript.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => {
          clearTimeout(limit);
          stream.pipe(sink);
        },
        onShellError: (error) => {
          clearTimeout(limit);
          reject(error);
        },
        onError: (error) => {
          errors.push(error);
        },
      },
    );
    const limit = setTimeout(
      () => stream.abort(new Error("Rendering took too long")),
      RENDER_LIMIT_MS,
    );
  });
}

/** Returns no tags where the loader described nothing or the page is another one. */
function partsFor(context: RouterContextProvider, hasFailed: boolean): HeadTags {
  const page = context.get(descriptionContext);
  const site = context.get(siteContext);
  return page && site && !hasFailed ? renderHeadTags(page, site) : { head: "", foot: "" };
}

function finishedPage(html: Buffer, { head, foot }: HeadTags): Buffer<ArrayBuffer> {
  const headEnd = html.indexOf("</head>");
  const bodyEnd = html.lastIndexOf("</body>");
  return Buffer.concat([
    html.subarray(0, headEnd),
    Buffer.from(head),
    html.subarray(headEnd, bodyEnd),
    Buffer.from(foot),
    html.subarray(bodyEnd),
  ]);
}

/** A rejection renders React Router's error boundary. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // The development server has no CSP, and nonces would break its hydration.
  const nonce = import.meta.env.PROD ? randomBytes(18).toString("base64url") : undefined;
  const { html, errors } = await renderWhole(routerContext, request.url, nonce);
  for (const error of errors) handleError(error, { request, context, params: {} });
  headers.set("content-type", "text/html; charset=utf-8");
  if (nonce) headers.set(SCRIPT_NONCE_HEADER, nonce);
  const parts = partsFor(context, errors.length > 0 || status >= 400);
  const announcement = context.get(siteContext)?.shell.announcement ?? null;
  const head = parts.head + closedAnnouncementScript(announcement, nonce);
  const page = finishedPage(html, { ...parts, head });
  return new Response(nonce ? deferScripts(page, nonce, startPage) : page, {
    status: errors.length > 0 ? 500 : status,
    headers,
  });
}
