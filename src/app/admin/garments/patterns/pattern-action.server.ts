import { data, redirect } from "react-router";
import { z } from "zod";
import type { AppDeps } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { buttonText, isSent, readFields, shownVersion } from "#app/web/form-fields.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Result } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { ApprovalFailure } from "#features/garments/order-patterns/change-pattern.server.ts";
import {
  approvePattern,
  draftNow,
  redrawPattern,
  savePattern,
  tickChoices,
} from "#features/garments/order-patterns/change-pattern.server.ts";
import type { OpenComponent } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { readChoices } from "./pattern-form.server.ts";
import { patternFailureMessages } from "./pattern-messages.ts";
import type { PatternActionResult } from "./pattern-view.server.ts";
import { draftViewOf } from "./pattern-view.server.ts";

const STATUS: Readonly<Partial<Record<ApprovalFailure, number>>> = {
  forbidden: 403,
  not_found: 404,
  busy: 503,
};

const refused = (failure: ApprovalFailure) =>
  data<PatternActionResult>(
    { message: patternFailureMessages[failure], preview: null },
    {
      status: STATUS[failure] ?? 409,
      ...(failure === "busy" && { headers: { "Retry-After": "60" } }),
    },
  );

const patternButtons = z.object({
  intent: buttonText,
  version: shownVersion,
  areFindingsAccepted: isSent,
  /** The options whose choices the tailor has made by hand. */
  done: z.array(z.string()).catch([]),
});

async function draftLineNow(
  deps: AppDeps,
  subject: { actor: Actor; orderItemId: string },
  here: string,
) {
  const drafted = await draftNow(deps, subject);
  if (drafted.ok || drafted.error === "not_found") return redirect(here, 303);
  return drafted.error === "busy" ? refused("busy") : refuse();
}

const redirectDecided = (decided: Result<unknown, ApprovalFailure>, done: string) =>
  decided.ok ? redirect(done, 303) : refused(decided.error);

type PatternRequest = { deps: AppDeps; actor: Actor; orderItemId: string; component: string };

/**
 * Drafts, redraws, saves, ticks off or approves a component of an order line, as the pressed button says. A redraw stores nothing and
 * returns its drawing; everything else leads back to the page.
 */
export async function handlePatternAction(
  request: Request,
  { actor, component, deps, orderItemId }: PatternRequest,
) {
  const here = `/admin/atelier/patterns/${orderItemId}`;
  const form = await readFormData(request);
  const { areFindingsAccepted, done, intent, version } = readFields(form, patternButtons);
  if (intent === "draft") return draftLineNow(deps, { actor, orderItemId }, here);
  const subject = { actor, orderItemId, component };
  const page = `${here}/${component}`;
  if (intent === "undo") return redirect(page, 303);
  if (intent === "approve") {
    const approval = { ...subject, version, areFindingsAccepted };
    return redirectDecided(await approvePattern(deps, approval), `${page}?done=approved`);
  }
  if (intent === "choices") {
    const ticks = { ...subject, version, groups: done };
    return redirectDecided(await tickChoices(deps, ticks), `${page}?done=choices`);
  }
  const choose = (open: OpenComponent) => {
    const read = readChoices(form, open);
    return intent === "restart" ? { ...read, options: {}, eases: {}, shape: {} } : read;
  };
  if (intent === "preview") {
    const drawn = await redrawPattern(deps, { ...subject, choose, solve: false });
    if (!drawn.ok) return refused(drawn.error);
    return data<PatternActionResult>({ message: null, preview: draftViewOf(drawn.value) });
  }
  const solve = intent !== "save";
  const saved = await savePattern(deps, { ...subject, choose, solve, version });
  return saved.ok ? redirect(`${page}?done=saved`, 303) : refused(saved.error);
}
