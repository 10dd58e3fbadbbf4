import { data, redirect } from "react-router";
import { z } from "zod";
import { cookieContextFor, measureCookie, readMeasureCode } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFlatFormData, rejectForm } from "#app/web/form.server.ts";
import { allTexts, readFields } from "#app/web/form-fields.ts";
import {
  deleteByLink,
  openLink,
  saveByLink,
  shareWithSender,
  startMeasuring,
  stopSharing,
} from "#features/body/links/measure-by-link.server.ts";
import { LINK_CONSENT, linkPath, SHARE_CONSENT } from "#features/body/links/measurement-link.ts";
import { finishMeasuring } from "#features/garments/proposals/garments-of-link.server.ts";
import type { PlainLinkOutcome } from "./link-form.server.ts";
import { measurePlain } from "./link-form.server.ts";
import { CORRECT, SAVED, STOPPED } from "./link-form.ts";

function notFound(): never {
  throw data(null, { status: 404, headers: PRIVATE });
}

const profileText = z.string().transform((text, issues): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    issues.addIssue("These measurements cannot be read.");
    return z.NEVER;
  }
});

const forms = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("start"),
    consent: z.literal(true, "Please agree, or close this page and nothing is stored"),
  }),
  z.object({
    intent: z.literal("continue"),
    code: z.string("Please enter the code").max(40, "A code has ten letters"),
  }),
  z.object({ intent: z.literal("save"), profile: profileText }),
  z.object({ intent: z.literal("finish"), profile: profileText }),
  z.object({
    intent: z.literal("share"),
    consent: z.literal(true, "Please agree to share, or leave this page: nothing is shared then"),
  }),
  z.object({ intent: z.literal("stop-sharing") }),
  // `measurePlain` reads the texts of these two.
  z.object({ intent: z.literal("plain-save") }),
  z.object({ intent: z.literal("plain-finish") }),
  z.object({ intent: z.literal("delete") }),
]);

const REFUSALS = {
  not_found: "Please enter your code again; this device no longer has it.",
  ended: "This link has ended. Nothing was changed.",
  invalid: "These measurements cannot be read. Nothing was changed.",
  not_measured: "Please take at least one measurement first.",
  consent_needed: "The text has changed. Please reload the page and agree again.",
  account_full: "The other account is full, so nothing was shared. Please tell them.",
  too_many_attempts: "Too many attempts. Please try again in an hour.",
} as const;

/** A browser without JavaScript gets what it entered back, until everything is in order. */
function showPlain(outcome: PlainLinkOutcome, entered: Record<string, string>, url: URL) {
  const show = (error: Record<string, string[]>) => {
    const result: FormResult = { status: "error", error, initialValue: entered };
    return data(result, { status: 422, headers: PRIVATE });
  };
  if (outcome.kind === "open") return show({ ...outcome.problems });
  if (outcome.kind === "refused") return show({ "": [REFUSALS[outcome.error]] });
  const query = new URLSearchParams(url.searchParams);
  if (outcome.kind === "saved") query.set(SAVED, "yes");
  else query.delete(CORRECT);
  if (outcome.kind === "stopped") query.set(STOPPED, "yes");
  const search = query.size > 0 ? `?${query}` : "";
  throw redirect(`${url.pathname}${search}`, { status: 303, headers: PRIVATE });
}

/** Receives what the page of a private link sends, with or without JavaScript. Throws 404 for an unknown link. */
export async function changeByLink(
  deps: AppDeps,
  { request, token, url }: { token: string; request: Request; url: URL },
) {
  const fields = await readFlatFormData(request);
  const submission = await parseForm(fields, forms);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  if (value.intent === "start") return startByLink(deps, token);
  if (value.intent === "continue") {
    const code = value.code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
    return continueByLink(deps, { token, code }, submission);
  }
  const own = { token, code: readMeasureCode(request, token) ?? "" };
  if (value.intent === "plain-save" || value.intent === "plain-finish") {
    const entered = readFields(fields, allTexts);
    return showPlain(await measurePlain(deps, own, entered), entered, url);
  }
  if (value.intent === "finish")
    return finish(deps, { ...own, profile: value.profile }, submission);
  const changed = await change(deps, own, value);
  if (changed.ok) return value.intent === "save" ? submission.reply() : backToLink(deps, token);
  return rejectForm(submission, { formErrors: [REFUSALS[changed.error]] });
}

/** Stores what the guide has, and leads to the page that says whether anything is left to measure. */
async function finish(
  deps: AppDeps,
  own: { token: string; code: string; profile: unknown },
  submission: Parameters<typeof rejectForm>[0],
) {
  const saved = await saveByLink(deps, own);
  const finished = saved.ok ? await finishMeasuring(deps, own) : saved;
  if (!finished.ok) return rejectForm(submission, { formErrors: [REFUSALS[finished.error]] });
  const query = finished.value.isDone ? "" : `?${STOPPED}=yes`;
  return redirect(`${linkPath(own.token)}${query}`, { status: 303, headers: PRIVATE });
}

/** With a code, this browser has the measurements from here on. */
function backToLink(deps: AppDeps, token: string, code?: string) {
  const responseHeaders = new Headers(PRIVATE);
  const cookies = cookieContextFor(deps.publicUrl);
  if (code) responseHeaders.append("Set-Cookie", measureCookie(token, code, cookies));
  return redirect(linkPath(token), { status: 303, headers: responseHeaders });
}

async function startByLink(deps: AppDeps, token: string) {
  const { version } = LINK_CONSENT;
  const started = await startMeasuring(deps, { token, consentVersion: version });
  if (!started.ok && started.error === "not_found") return notFound();
  return backToLink(deps, token, started.ok ? started.value.code : undefined);
}

/** Opens measurements that were started in another browser. */
async function continueByLink(
  deps: AppDeps,
  { code, token }: { token: string; code: string },
  submission: Parameters<typeof rejectForm>[0],
) {
  const opened = await openLink(deps, { token, code });
  if (!opened.ok) {
    if (opened.error === "not_found") return notFound();
    return rejectForm(submission, { fieldErrors: { code: [REFUSALS.too_many_attempts] } }, 429);
  }
  if (opened.value.isOwn) return backToLink(deps, token, code);
  return rejectForm(submission, { fieldErrors: { code: ["This is not the code"] } });
}

type Change = Exclude<
  z.output<typeof forms>,
  { intent: "start" | "continue" | "finish" | "plain-save" | "plain-finish" }
>;

async function change(deps: AppDeps, own: { token: string; code: string }, value: Change) {
  if (value.intent === "share") {
    return shareWithSender(deps, { ...own, consentVersion: SHARE_CONSENT.version });
  }
  if (value.intent === "stop-sharing") return stopSharing(deps, own);
  if (value.intent === "delete") return deleteByLink(deps, own);
  return saveByLink(deps, { ...own, profile: value.profile });
}
