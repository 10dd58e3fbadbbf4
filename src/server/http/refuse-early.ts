import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "#core/ids.ts";
import type { PageCache } from "../page-cache/page-cache.ts";
import type { Admission } from "./admission.ts";
import type { Metrics } from "./metrics.ts";
import { plainBodies } from "./plain-response.ts";
import { retryAfterS } from "./render.ts";
import { isSafeMethod } from "./request-guards.ts";
import type { TransportSecurity } from "./security-headers.ts";
import { securityHeaders } from "./security-headers.ts";
import type { StaticFiles } from "./static-files.ts";
import { refusalOf } from "./unavailable.ts";

/** Monitoring, at no render. */
const NEVER_REFUSED: ReadonlySet<string> = new Set(["/readyz", "/metrics"]);

type Options = {
  admission: Pick<Admission, "refuses">;
  cache: Pick<PageCache, "holds">;
  files: Pick<StaticFiles, "has">;
  metrics: Pick<Metrics, "count">;
  publicUrl: string;
  formTargets?: readonly string[];
} & TransportSecurity;

/**
 * Refuses a read that could not start in time, with prepared bytes, because refusals must be cheap in a
 * flood. False for all else: writes return with their form, and stored pages are served even if outdated.
 */
export function createEarlyRefusal(options: Options) {
  const { admission, cache, files, metrics, publicUrl, formTargets, hstsSubdomains } = options;
  const https = publicUrl.startsWith("https:");
  const common = [
    ...securityHeaders({ https, formTargets, hstsSubdomains }),
    ["cache-control", "private, no-store"],
  ].flat();
  const { html, json } = plainBodies(refusalOf("overload"));
  const forms = { html: Buffer.from(html), json: Buffer.from(json) };
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method = "", url = "" } = incoming;
    if (!isSafeMethod(method)) return false;
    const [pathname = ""] = url.split("?", 1);
    if (NEVER_REFUSED.has(pathname) || files.has(pathname) || cache.holds(url)) return false;
    const startedMs = performance.now();
    if (!admission.refuses(method, pathname)) return false;
    const isPage = incoming.headers.accept?.includes("text/html") === true;
    const body = isPage ? forms.html : forms.json;
    outgoing.writeHead(503, [
      ...common,
      "content-type",
      isPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
      "content-length",
      String(body.length),
      "retry-after",
      retryAfterS("overload"),
      "x-request-id",
      newId(),
    ]);
    outgoing.end(method === "HEAD" ? undefined : body);
    metrics.count(503, performance.now() - startedMs);
    return true;
  };
}
