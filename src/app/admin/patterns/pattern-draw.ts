import { data } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { redrawPattern } from "#features/order-patterns/change-pattern.server.ts";
import { openPiece } from "#features/order-patterns/tailor-patterns.server.ts";
import type { Route } from "./+types/pattern-draw.ts";
import { readChoices } from "./pattern-form.server.ts";

/** The piece as it would be with the form's choices; nothing is stored. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const subject = { actor: context.get(actorContext), orderItemId: params.line, piece: params.piece };
  const form = await readFormData(request);
  const opened = await openPiece(deps, subject);
  if (!opened.ok) {
    if (opened.error === "forbidden") return refuse();
    throw data(null, { status: 404 });
  }
  const choices = readChoices(form, opened.value.piece);
  const drawn = await redrawPattern(deps, { ...subject, choices, solve: false });
  if (!drawn.ok) throw data(null, { status: 409 });
  const { content, status } = drawn.value;
  const { findings, measures, parts } = content;
  return { status, findings, measures, parts };
}
