import { useEffect } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { data, Form, useNavigation, useSearchParams } from "react-router";
import { ChangesTable } from "#app/components/contracts/contract-view.tsx";
import { readMeasureCode } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf, submitForm } from "#app/web/submit-form.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { openWork } from "#features/body/check/open-work.ts";
import { openLink } from "#features/body/links/measure-by-link.server.ts";
import {
  doneLinkText,
  hasEnded,
  LINK_CONSENT,
  SHARE_CONSENT,
} from "#features/body/links/measurement-link.ts";
import { leftToDoText } from "#features/body/measurement/capture-steps.ts";
import { newProfile } from "#features/body/measurement/measurement-profile.ts";
import { effortText } from "#features/body/measurement/measuring-effort.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import type {
  LinkGarment,
  LinkGarmentState,
} from "#features/garments/proposals/garments-of-link.server.ts";
import { listRemeasuredOfLink } from "#features/garments/proposals/garments-of-link.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/measure.ts";
import { plainTexts } from "./link-form.server.ts";
import { CORRECT, SAVED, STOPPED } from "./link-form.ts";
import { forgetSent, forgetUnsent, LinkGuide, UNSENT } from "./link-guide.tsx";
import { changeByLink } from "./measure-action.server.ts";
import { PlainLinkForm } from "./plain-link-form.tsx";

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
  const { garment, id, isOwn, occasion, ordered, personName, profile, senderName, state } =
    opened.value;
  const names = measurementSetOf(garment)?.required ?? [];
  const own = isOwn
    ? (profile ?? newProfile(id, personName, deps.clock.now().toISOString()))
    : null;
  const shown = {
    id,
    isOwn,
    occasion,
    ordered,
    personName,
    senderName,
    state,
    garment,
    names,
    code: isOwn ? code : null,
    profile: own,
    plain: own && plainTexts(own, names),
    remeasured: own ? await listRemeasuredOfLink(deps, id) : [],
    open: own ? openWork(own, names) : [],
  };
  return data(shown, { status: hasEnded(state) ? 410 : 200, headers: PRIVATE });
}

export const action = ({ context, params: { token }, request, url }: Route.ActionArgs) =>
  changeByLink(context.get(depsContext), { token, request, url });

/** Keeps the page and the entered values when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNSENT);
}

/** A saved value changes nothing that the page shows; the query only opens the guide again. */
export function shouldRevalidate({
  currentUrl,
  defaultShouldRevalidate,
  formData,
  nextUrl,
}: ShouldRevalidateFunctionArgs) {
  const isQueryOnly = !formData && currentUrl.search !== nextUrl.search;
  return formData?.get("intent") === "save" || isQueryOnly ? false : defaultShouldRevalidate;
}

const ENDED = {
  withdrawn: "The person who sent this link has taken it back. Everything you entered is deleted.",
  expired: "This link is over 60 days old. Please ask for a new one.",
  deleted: "The measurements of this link are deleted.",
} as const;

type View = Route.ComponentProps["loaderData"];

const isEnded = (state: View["state"]): state is keyof typeof ENDED => state in ENDED;

export default function Measure({ actionData, loaderData }: Route.ComponentProps) {
  const { id, isOwn, profile, state } = loaderData;
  // In the URL, which a finish that the server has received leaves and a failed one does not.
  const [query] = useSearchParams();
  const isCorrecting = query.has(CORRECT);
  const isOver = isEnded(state);
  useEffect(() => {
    if (isOver) forgetUnsent(id);
  }, [id, isOver]);
  const problem = actionData?.error?.[""]?.join(" ");
  const isStopped = state === "measuring" && query.has(STOPPED);
  const isBegun = state === "measuring" && !isStopped;
  const isMeasuring = isOwn && profile && !isOver && (isBegun || isCorrecting);
  return (
    <div
      className={`shell pt-6 pb-24 md:pt-14 ${isMeasuring ? "max-w-240" : "max-w-180"}`}
      data-guide-page={isMeasuring ? "" : undefined}
    >
      {!isMeasuring && <Head view={loaderData} />}
      {isMeasuring && (
        <h1 className="eyebrow mb-4">
          Your measurements for {garmentTypeName(loaderData.garment).phrase}, {loaderData.occasion}
        </h1>
      )}
      {problem && <Notice kind="error" live title={problem} className="mt-6" />}
      {isMeasuring ? (
        <>
          <noscript>
            {import.meta.env.SSR && loaderData.plain && (
              <PlainLinkForm
                names={loaderData.names}
                known={loaderData.plain}
                isSaved={query.has(SAVED)}
                result={actionData}
              />
            )}
          </noscript>
          <LinkGuide stored={profile} names={loaderData.names} />
        </>
      ) : (
        <div className="mt-6">
          <LinkState view={loaderData} result={actionData} />
        </div>
      )}
      {isOwn && !isOver && (
        <>
          <Remeasured garments={loaderData.remeasured} senderName={loaderData.senderName} />
          <Ordered ordered={loaderData.ordered} />
          <Own code={loaderData.code} />
        </>
      )}
    </div>
  );
}

function Head({
  view: { garment, isOwn, occasion, personName, senderName, state },
}: {
  view: View;
}) {
  const title = isEnded(state)
    ? "This link has ended"
    : isOwn
      ? `Thank you, ${personName}`
      : `Hello ${personName}`;
  return (
    <>
      <p className="eyebrow">
        {senderName} asks, for {garmentTypeName(garment).phrase}
      </p>
      <h1 className="display mt-2 text-3xl wrap-anywhere md:text-4xl">{title}</h1>
      {!isEnded(state) && <p className="mt-2 text-ink-quiet">{occasion}</p>}
    </>
  );
}

type LinkStateProps = { view: View; result: FormResult | undefined };

/** What the link says or requests before and after the measuring. */
function LinkState({ result, view }: LinkStateProps) {
  const { isOwn, senderName, state } = view;
  const errorOf = (intent: string, name: string) =>
    intentOf(result) === intent ? result?.error?.[name]?.join(" ") : undefined;
  if (isEnded(state)) return <p className="text-ink-soft">{ENDED[state]}</p>;
  if (state === "not_opened") {
    return (
      <Consent senderName={senderName} names={view.names} error={errorOf("start", "consent")} />
    );
  }
  if (!isOwn) return <EnterCode lastResult={result} error={errorOf("continue", "code")} />;
  if (state === "measuring") return <Stopped view={view} />;
  return <Finished view={view} error={errorOf("share", "consent")} />;
}

type ConsentProps = Pick<View, "names" | "senderName"> & { error: string | undefined };

function Consent({ error, names, senderName }: ConsentProps) {
  return (
    <Form method="post" noValidate className="space-y-6">
      <p>
        {senderName} would like clothes made for you and asks you to measure yourself:{" "}
        {effortText(names)} with a tape and, better still, somebody who helps. Each step is shown in
        a drawing. You can stop and continue at any time.
      </p>
      <ul className="space-y-3 border-y border-line py-5 text-sm text-ink-soft">
        <li>{senderName} sees that you are done, and sees no number unless you share them.</li>
        <li>The atelier reads them to cut your clothes. Each reading is on record.</li>
        <li>You can delete everything on this page, without an account.</li>
      </ul>
      <Checkbox name="consent" required label={LINK_CONSENT.text} error={error} />
      <Button type="submit" name="intent" value="start" size="lg" className="max-sm:w-full">
        Agree and start
      </Button>
    </Form>
  );
}

type CodeProps = { lastResult: FormResult | undefined; error: string | undefined };

function EnterCode({ error, lastResult }: CodeProps) {
  const submitted = lastResult?.initialValue?.code;
  return (
    <Form method="post" className="max-w-form space-y-6">
      <p className="text-ink-soft">
        These measurements were started on another device. Please enter the code that it shows below
        the measurements. Without the code, ask the sender to withdraw this link and to send a new
        one.
      </p>
      <Field label="Code" error={error}>
        <Input
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          required
          maxLength={40}
          defaultValue={typeof submitted === "string" ? submitted : ""}
        />
      </Field>
      <Button type="submit" name="intent" value="continue" size="lg" className="max-sm:w-full">
        Continue
      </Button>
    </Form>
  );
}

/** Somebody who left the guide with something left to do: nobody sees them as done. */
function Stopped({ view: { garment, open, senderName } }: { view: View }) {
  return (
    <>
      <p>
        Everything so far is saved, and you can go on at any time with the same link. You are not
        done yet, and {senderName} sees that: your {garmentTypeName(garment).name.toLowerCase()}{" "}
        cannot be ordered before this is done: {leftToDoText(open)}.
      </p>
      <ButtonLink to={`?${CORRECT}`} className="mt-5">
        Go on measuring
      </ButtonLink>
    </>
  );
}

type FinishedProps = { view: View; error: string | undefined };

function Finished({ error, view }: FinishedProps) {
  const { garment, open, ordered, profile, senderName, state } = view;
  const busy = useNavigation().state === "submitting";
  useEffect(() => {
    if (profile) void forgetSent(profile);
  }, [profile]);
  // Of what was shared long ago the sender's account has the only copy.
  const hasValues = profile !== null && Object.keys(profile.readings).length > 0;
  const correct = hasValues && (
    <ButtonLink to={`?${CORRECT}`} variant="secondary" className="mt-5">
      See or correct the measurements
    </ButtonLink>
  );
  if (state === "shared") {
    return (
      <Form method="post" className="space-y-6">
        <p>
          {senderName} sees your measurements, as you agreed, and what you correct. You can take
          this back: they then leave that account. Clothes that are ordered already are not
          affected.
        </p>
        {correct && <p>{correct}</p>}
        <Button type="submit" name="intent" value="stop-sharing" variant="secondary" busy={busy}>
          Stop sharing with {senderName}
        </Button>
      </Form>
    );
  }
  return (
    <>
      <p>
        {doneLinkText({
          senderName,
          garment,
          isOrdered: (ordered?.garments.length ?? 0) > 0,
          leftToDo: open.length === 0 ? "" : leftToDoText(open),
        })}
      </p>
      {correct}
      <section aria-labelledby="share" className="mt-10 border-t border-line pt-6">
        <h2 id="share" className="display text-2xl">
          Share them?
        </h2>
        <p className="mt-2 text-ink-soft">
          Only if you like. {senderName} then sees each number and can order anything in your size.
        </p>
        <Form method="post" noValidate className="mt-4 space-y-4">
          <Checkbox name="consent" required label={SHARE_CONSENT.text} error={error} />
          <Button type="submit" name="intent" value="share" variant="secondary" busy={busy}>
            Share the numbers with {senderName}
          </Button>
        </Form>
      </section>
    </>
  );
}

const REMEASURED: Readonly<Record<LinkGarmentState, (sender: string) => string>> = {
  waits: (sender) =>
    `We asked ${sender} to agree to your new numbers. Nothing is cut before ${sender} answers.`,
  not_agreed: (sender) =>
    `${sender} has not agreed to your new numbers, so the garment is cut to the former ones. Please talk to ${sender}, or press Done in the guide to ask once more.`,
  atelier: () =>
    "The garment is already approved to be cut. The atelier has your new numbers and decides what is still possible.",
};

type RemeasuredProps = { garments: readonly LinkGarment[]; senderName: string };

/** Which ordered garments do not have the newest numbers yet. */
function Remeasured({ garments, senderName }: RemeasuredProps) {
  return garments.map(({ changes, orderItemId, productName, state }) => (
    <section
      key={orderItemId}
      aria-labelledby={`remeasured-${orderItemId}`}
      className="mt-14 border-t border-line pt-6"
    >
      <h2
        id={`remeasured-${orderItemId}`}
        className="display text-2xl wrap-anywhere"
      >{`Your new numbers for the ${productName}`}</h2>
      <p className="mt-2 mb-5 max-w-[60ch] text-ink-soft wrap-anywhere">
        {REMEASURED[state](senderName)}
      </p>
      <ChangesTable changes={changes} headings={["Ordered with", "Measured since"]} />
    </section>
  ));
}

/** What the sender ordered with the numbers, by the name of the garment alone. */
function Ordered({ ordered }: Pick<View, "ordered">) {
  if (!ordered || ordered.garments.length === 0) return null;
  const { garments, reads } = ordered;
  return (
    <section aria-labelledby="ordered" className="mt-14 border-t border-line pt-6">
      <h2 id="ordered" className="display text-2xl">
        Ordered with your measurements
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {garments.map((garment, index) => (
          // The same garment may be ordered twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is not reordered
          <li key={index} className="py-3 wrap-anywhere">
            {garment}
          </li>
        ))}
      </ul>
      {reads.length === 0 ? (
        <p className="mt-3 max-w-[60ch] text-sm text-ink-soft">
          The atelier has not opened the numbers yet.
        </p>
      ) : (
        <>
          <h3 className="mt-5 font-medium">Who read your numbers</h3>
          <ul className="mt-2 max-w-[60ch] space-y-1 text-sm text-ink-soft">
            {reads.map(({ garment, purpose, readAt, staffName }) => (
              <li key={`${readAt.toISOString()} ${garment}`} className="wrap-anywhere">
                {formatDay(readAt)}: {staffName ?? "a former member of the atelier"}, for {garment}.{" "}
                {purpose}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Own({ code }: Pick<View, "code">) {
  return (
    <div className="mt-14 border-t border-line pt-6 text-sm text-ink-soft">
      <p className="max-w-[60ch]">
        On another device, open the same link and enter the code{" "}
        <strong className="figures font-medium text-ink">{code}</strong>. It opens your
        measurements, so please tell it to nobody.
      </p>
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          Delete my measurements
        </summary>
        <Form method="post" className="mt-2 space-y-3">
          <p>
            Everything that you entered is deleted and cannot be brought back, and nothing more can
            be ordered with it. For clothes that are ordered already, the atelier keeps their
            measurements until the time for alterations is over.
          </p>
          <Button type="submit" name="intent" value="delete" variant="danger" size="sm">
            Delete my measurements
          </Button>
        </Form>
      </details>
    </div>
  );
}
