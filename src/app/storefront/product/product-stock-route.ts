import { createHash } from "node:crypto";
import { data } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { findStockCounts } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Route } from "./+types/product-stock-route.ts";

/** Counts stock for every request, so no cache stores it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const counts = await findStockCounts(context.get(depsContext).db, params.id);
  if (!counts) return data(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const body = JSON.stringify(counts);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = { "Cache-Control": "private, no-cache", ETag: etag };
  if (request.headers.get("if-none-match")?.includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { headers: { ...headers, "Content-Type": "application/json" } });
}
