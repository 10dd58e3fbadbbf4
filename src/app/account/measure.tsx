import { useState } from "react";
import { data, Form, redirect, useFetcher, useNavigation, useSubmit } from "react-router";
import { z } from "zod";
import { MeasuringGuide } from "#app/components/measuring/measuring-guide.tsx";
import { cookieContextFor, measureCookie, readMeasureCode } from "#app/web/browser-cookies.ts";
import { depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import {
  deleteByLink,
  finishByLink,
  openLink,
  saveByLink,
  shareWithSender,
  startMeasuring,
} from "#features/measurement/links/measure-by-link.server.ts";
import { hasEnded, LINK_CONSENT, linkPath } from "#features/measurement/links/measurement-link.ts";
import type { MeasurementProfile } from "#features/measurement/measurement-profile.ts";
import { newProfile } from "#features/measurement/measurement-profile.ts";
import { measurementSetOf } from "#features/measurement/required-measurements.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/measure.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = () => [
  { title: "Your measurements" },
  { name: "robots", content: "noindex" },
  // Hides the private link from other sites; with no referrer at all, the form's origin would be unknown.
  { name: "referrer", content: "same-origin" },
];

function refuse(error: "not_found" | "too_many_attempts"): never {
  throw data(null, { status: error === "not_found" ? 404 : 429, headers: PRIVATE });
}

export async function loader({ context, params: { token }, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const code = readMeasureCode(request, token);
  const opened = await openLink(deps, { token, code });
  if (!opened.ok) return refuse(opened.error);
  const { garment, id, isOwn, personName, profile, senderName, state } = opened.value;
  const shown = {
    ...{ id, isOwn, personName, senderName, state, garment },
    names: measurementSetOf(garment)?.required ?? [],
    code: isOwn ? code : null,
    profile: isOwn ? (profile ?? newProfile(id, personName, deps.clock.now().toISOString())) : null,
  };
  return data(shown, { status: hasEnded(state) ? 410 : 200, headers: PRIVATE });
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
  z.object({ intent: z.literal("share") }),
  z.object({ intent: z.literal("delete") }),
]);

const REFUSALS = {
  not_found: "Please enter your code again; this device no longer has it.",
  ended: "This link has ended. Nothing was changed.",
  invalid: "These measurements cannot be read. Nothing was changed.",
  not_measured: "Please take at least one measurement first.",
  account_full: "The other account is full, so nothing was shared. Please tell them.",
  too_many_attempts: "Too many attempts. Please try again in an hour.",
} as const;

export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, forms);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  const back = (code?: string) => {
    const responseHeaders = new Headers(PRIVATE);
    const cookies = cookieContextFor(deps.publicUrl);
    if (code) responseHeaders.append("Set-Cookie", measureCookie(token, code, cookies));
    return redirect(linkPath(token), { status: 303, headers: responseHeaders });
  };
  if (value.intent === "start") {
    const { version } = LINK_CONSENT;
    const started = await startMeasuring(deps, { token, consentVersion: version });
    if (!started.ok && started.error === "not_found") return refuse("not_found");
    return back(started.ok ? started.value.code : undefined);
  }
  if (value.intent === "continue") {
    const code = value.code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
    const opened = await openLink(deps, { token, code });
    if (!opened.ok) return refuse(opened.error);
    if (opened.value.isOwn) return back(code);
    return rejectForm(submission, { fieldErrors: { code: ["This is not the code"] } });
  }
  const own = { token, code: readMeasureCode(request, token) ?? "" };
  const changed = await change(deps, own, value);
  if (changed.ok) return value.intent === "save" ? submission.reply() : back();
  return rejectForm(submission, { formErrors: [REFUSALS[changed.error]] });
}

type Change = Exclude<z.output<typeof forms>, { intent: "start" | "continue" }>;
type Deps = Parameters<typeof saveByLink>[0];

async function change(deps: Deps, own: { token: string; code: string }, value: Change) {
  if (value.intent === "share") return shareWithSender(deps, own);
  if (value.intent === "delete") return deleteByLink(deps, own);
  const saved = await saveByLink(deps, { ...own, profile: value.profile });
  return saved.ok && value.intent === "finish" ? finishByLink(deps, own) : saved;
}

const ENDED = {
  withdrawn: "The person who sent this link has taken it back. Everything you entered is deleted.",
  expired: "This link is over 60 days old. Please ask for a new one.",
  deleted: "The measurements of this link are deleted.",
} as const;

type View = Route.ComponentProps["loaderData"];

export default function Measure({ actionData, loaderData }: Route.ComponentProps) {
  const { garment, isOwn, profile, senderName, state } = loaderData;
  const problem = Object.values(actionData?.error ?? {})
    .flat()
    .join(" ");
  return (
    <div className="shell max-w-180 pt-10 pb-24 md:pt-16">
      <p className="eyebrow">{senderName} asks for your measurements</p>
      <h1 className="display mt-2 text-3xl md:text-4xl">
        {state in ENDED ? "This link has ended" : `For your ${garment}`}
      </h1>
      {problem !== "" && <Notice kind="error" live title={problem} className="mt-6" />}
      <div className="mt-6">
        {state === "withdrawn" || state === "expired" || state === "deleted" ? (
          <p className="text-ink-soft">{ENDED[state]}</p>
        ) : state === "not_opened" ? (
          <Consent senderName={senderName} />
        ) : !isOwn || !profile ? (
          <EnterCode />
        ) : state === "measuring" ? (
          <Guide view={loaderData} profile={profile} />
        ) : (
          <Finished view={loaderData} />
        )}
      </div>
      {isOwn && !(state in ENDED) && <Own code={loaderData.code} />}
    </div>
  );
}

function Consent({ senderName }: Pick<View, "senderName">) {
  return (
    <Form method="post" className="space-y-6">
      <p className="text-ink-soft">
        You need a tape and about ten minutes. {senderName} sees that you are done, and sees no
        number unless you share them at the end. You can stop and continue at any time.
      </p>
      <Checkbox name="consent" required label={LINK_CONSENT.text} />
      <Button type="submit" name="intent" value="start" size="lg">
        Agree and start
      </Button>
    </Form>
  );
}

function EnterCode() {
  return (
    <Form method="post" className="max-w-form space-y-6">
      <p className="text-ink-soft">
        These measurements were started on another device. Please enter the code that it shows below
        the measurements.
      </p>
      <Field label="Code">
        <Input name="code" autoComplete="off" autoCapitalize="characters" required maxLength={40} />
      </Field>
      <Button type="submit" name="intent" value="continue" size="lg">
        Continue
      </Button>
    </Form>
  );
}

function Guide({ profile: stored, view }: { view: View; profile: MeasurementProfile }) {
  const [profile, setProfile] = useState(stored);
  const fetcher = useFetcher();
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const send = (intent: string) => ({ intent, profile: JSON.stringify(profile) });
  if (!isHydrated) return <p className="text-ink-soft">The guide opens with JavaScript.</p>;
  return (
    <MeasuringGuide
      key={view.id}
      {...{ profile }}
      names={view.names}
      source="link"
      onChange={(changed) => {
        setProfile(changed);
        const form = { intent: "save", profile: JSON.stringify(changed) };
        void fetcher.submit(form, { method: "post" });
      }}
      onDone={() => void submit(send("finish"), { method: "post" })}
    />
  );
}

function Finished({ view: { senderName, state } }: { view: View }) {
  const busy = useNavigation().state === "submitting";
  if (state === "shared") {
    return (
      <p className="text-ink-soft">
        Thank you. {senderName} now has your measurements. If you delete them here, they leave that
        account too.
      </p>
    );
  }
  return (
    <Form method="post" className="space-y-6">
      <p className="text-ink-soft">
        Thank you, you are done, and {senderName} can see that. Nobody sees the numbers. You may
        share them, so that clothes can be ordered for you, or leave this page as it is.
      </p>
      <Button type="submit" name="intent" value="share" size="lg" busy={busy}>
        Share the numbers with {senderName}
      </Button>
    </Form>
  );
}

function Own({ code }: Pick<View, "code">) {
  return (
    <div className="mt-14 border-t border-line pt-6 text-sm text-ink-soft">
      <p>
        On another device, open the same link and enter the code{" "}
        <strong className="figures font-medium text-ink">{code}</strong>. It opens your
        measurements, so please tell it to nobody.
      </p>
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          Delete my measurements
        </summary>
        <Form method="post" className="mt-2 space-y-3">
          <p>Everything that you entered is deleted and cannot be brought back.</p>
          <Button type="submit" name="intent" value="delete" variant="danger" size="sm">
            Delete my measurements
          </Button>
        </Form>
      </details>
    </div>
  );
}
