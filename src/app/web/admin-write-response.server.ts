import type { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import { refuse } from "./require-admin.server.ts";

const statuses: Record<string, number> = { invalid: 400, not_found: 404, conflict: 409 };

/** Returns null for input that the shop's pages never send. */
export async function readWrite<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const body: unknown = await request.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}

/** Redirects an actor whose role ended to the login. */
export function writeResponse(result: Result<unknown, string> | null): Response {
  const outcome = result ?? fail("invalid");
  if (outcome.ok) return Response.json(outcome);
  if (outcome.error === "forbidden") return refuse();
  return Response.json(outcome, { status: statuses[outcome.error] ?? 422 });
}

export function onlyPost(): Response {
  return new Response("Only POST requests are accepted here.", {
    status: 405,
    headers: { Allow: "POST", "Content-Type": "text/plain; charset=utf-8" },
  });
}
