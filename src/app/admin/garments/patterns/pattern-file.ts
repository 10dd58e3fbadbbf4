import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import {
  isPatternFileKind,
  readRollWidth,
  writePatternFile,
} from "#features/garments/order-patterns/pattern-files.server.ts";
import type { Route } from "./+types/pattern-file.ts";

/** Serves a component at true scale: as "svg", "dxf", "roll" (`width` in mm), "a4", "letter" or "overview". */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { kind, line, component } = params;
  if (!isPatternFileKind(kind)) throw data(null, { status: 404 });
  const written = await writePatternFile(context.get(depsContext), {
    actor: context.get(actorContext),
    orderItemId: line,
    component,
    kind,
    rollMm: readRollWidth(new URL(request.url).searchParams.get("width")),
  });
  if (!written.ok) {
    const status = { forbidden: 403, not_found: 404 } as const;
    throw data(null, { status: status[written.error as keyof typeof status] ?? 409 });
  }
  const { bytes, fileName, type } = written.value;
  return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), {
    headers: {
      "Cache-Control": "private, no-store",
      "Content-Type": type,
      "Content-Length": String(bytes.length),
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
