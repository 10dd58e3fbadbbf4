import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import {
  isPatternFileKind,
  writePatternFile,
} from "#features/order-patterns/pattern-files.server.ts";
import type { Route } from "./+types/pattern-file.ts";

/** A component at true scale: "svg", "roll", "a4" or "letter". */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { kind, line, component } = params;
  if (!isPatternFileKind(kind)) throw data(null, { status: 404 });
  const written = await writePatternFile(context.get(depsContext), {
    ...{ actor: context.get(actorContext), orderItemId: line, component, kind },
  });
  if (!written.ok) {
    if (written.error === "forbidden") return refuse();
    throw data(null, { status: written.error === "not_found" ? 404 : 409 });
  }
  const { bytes, fileName, type } = written.value;
  const extension = type === "application/pdf" ? `-${kind}.pdf` : ".svg";
  return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), {
    headers: {
      "Cache-Control": "private, no-store",
      "Content-Type": type,
      "Content-Length": String(bytes.length),
      "Content-Disposition": `attachment; filename="${fileName}${extension}"`,
    },
  });
}
