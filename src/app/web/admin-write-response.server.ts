import type { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import { refuse } from "./require-admin.server.ts";

const statuses: Record<string, number> = { invalid: 400, not_found: 404, conflict: 409 };

/** What a write of the admin asks for, or null when it is nothing the shop's own pages send. */
export async function readWrite<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const body: unknown = await request.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}

/** A use case's answer for the page's script, which has the words; whoever lost the role in between is sent to the login. */
export function writeResponse(result: Result<unknown, string> | null): Response {
  const answer = result ?? fail("invalid");
  if (answer.ok) return Response.json(answer);
  if (answer.error === "forbidden") return refuse();
  return Response.json(answer, { status: statuses[answer.error] ?? 422 });
}

/** A write's address asked for as if it were a page: there is nothing to see. */
export function onlyPost(): Response {
  return new Response("This address only takes changes.", {
    status: 405,
    headers: { Allow: "POST", "Content-Type": "text/plain; charset=utf-8" },
  });
}
