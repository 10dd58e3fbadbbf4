import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import {
  forgetGuides,
  forgetStep,
  useGuideMemory,
} from "#app/components/measuring/guide-memory.browser.ts";
import { MeasuringGuide } from "#app/components/measuring/measuring-guide.tsx";
import { forgetOfflinePage } from "#app/components/measuring/offline-guide.browser.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { MAX_UNUSED_DAYS } from "#app/web/seal.browser.ts";
import { SealedEntry } from "#app/web/sealed-entry.browser.ts";
import { useSealedEntry } from "#app/web/use-sealed-entry.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { mergeProfiles, profileSchema } from "#features/body/measurement/measurement-profile.ts";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";

type Entered = MeasurementProfile | null;

const joinEntered = (entered: Entered, added: Entered): Entered =>
  entered && added ? mergeProfiles(entered, added) : (entered ?? added);

const enteredByLink = new Map<string, SealedEntry<Entered>>();

/** What was entered on this device behind a link, sealed until the person is done. Browser only. */
function enteredBehind(linkId: string): SealedEntry<Entered> {
  const known = enteredByLink.get(linkId);
  if (known) return known;
  const entry = new SealedEntry<Entered>({
    name: `measure-link ${linkId}`,
    empty: null,
    parse: (content) => {
      const parsed = profileSchema.safeParse(content);
      return parsed.success && parsed.data.id === linkId ? parsed.data : null;
    },
    join: joinEntered,
    isEmpty: (entered) => entered === null,
  });
  enteredByLink.set(linkId, entry);
  return entry;
}

/** When the server does not respond. In the guide everything is sent again by itself. */
export const UNSENT =
  "The shop could not be reached. Your measurements are stored on this phone: please try again.";

/** Removes what this device has of the person, after the link has ended. Call it on the link's page. */
export function forgetUnsent(linkId: string): void {
  forgetEntered(linkId);
  forgetGuides([linkId]);
}

function forgetEntered(linkId: string): void {
  enteredBehind(linkId).change(() => null);
  void forgetOfflinePage(location.pathname);
}

/**
 * Removes the measurements once the server has every value; what it does not have stays on the device until it is sent. The mannequin
 * stays too, so that a correction does not ask for it again.
 */
export async function forgetSent(stored: MeasurementProfile): Promise<void> {
  const entered = await enteredBehind(stored.id).opened();
  if (withUnsent(stored, entered) !== stored) return;
  forgetEntered(stored.id);
  forgetStep(stored.id);
}

/** What the page has, joined with what this device entered: the same object when that is nothing new. */
function withUnsent(stored: MeasurementProfile, entered: Entered): MeasurementProfile {
  if (entered === null) return stored;
  const merged = mergeProfiles(stored, entered);
  return textOf(merged) === textOf(stored) ? stored : merged;
}

/** The same for the same profile: the guide and the server list the fields of a reading in orders of their own. */
const textOf = (profile: MeasurementProfile) => JSON.stringify(profileSchema.parse(profile));

/** A shop that cannot be reached is tried again after this time; a browser reports only a connection of its own that is back. */
const RETRY_MS = 20_000;

const formOf = (intent: string, profile: MeasurementProfile) => ({
  intent,
  profile: JSON.stringify(profile),
});

/**
 * Stores each change on the device at once, and sends it; what is not sent follows when the connection returns. The device has it
 * until the person is done, because the page that opens without a connection may be older than the last value.
 */
function useSavedProfile(stored: MeasurementProfile, entered: Entered) {
  const [profile, setProfile] = useState(() => withUnsent(stored, entered));
  const [saved, setSaved] = useState(stored);
  const sent = useRef(stored);
  const fetcher = useFetcher<FormResult>();
  const [intent, setIntent] = useState<"save" | "finish">("save");
  /** One fetcher for both: a finish replaces a save on its way, so that the page always reads what follows the finish. */
  const send = (changed: MeasurementProfile, next: "save" | "finish" = "save") => {
    sent.current = changed;
    setIntent(next);
    void fetcher.submit(formOf(next, changed), { method: "post" });
  };
  const receive = useEffectEvent((result: FormResult) => {
    if (result.status === "success") setSaved(sent.current);
  });
  useEffect(() => {
    if (fetcher.data) receive(fetcher.data);
  }, [fetcher.data]);
  const hasFailed = fetcher.state === "idle" && fetcher.data?.status === "error";
  const message = hasFailed ? fetcher.data?.error?.[""]?.join(" ") : undefined;
  const isUnsaved = profile !== saved || message === UNSENT;
  const retry = useEffectEvent(() => {
    if (isUnsaved) send(profile, intent);
  });
  useEffect(() => {
    retry();
    const listener = () => retry();
    addEventListener("online", listener);
    return () => removeEventListener("online", listener);
  }, []);
  const isWaiting = message === UNSENT;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => retry(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const change = (changed: MeasurementProfile, next: "save" | "finish" = "save") => {
    setProfile(changed);
    enteredBehind(changed.id).change((before) => joinEntered(before, changed));
    send(changed, next);
  };
  return {
    profile,
    isUnsaved,
    change: (changed: MeasurementProfile) => change(changed),
    finish: (complete: MeasurementProfile) => change(complete, "finish"),
    isFinishing: intent === "finish" && fetcher.state !== "idle",
    refusal: message === UNSENT ? undefined : message,
  };
}

type Props = {
  stored: MeasurementProfile;
  names: readonly MeasurementName[];
};

const opening = <p className="min-h-96 text-ink-quiet noscript:hidden">Opening the guide...</p>;

/** The guide behind a private link; the page has a form for browsers without JavaScript. */
export function LinkGuide(props: Props) {
  const isHydrated = useHydrated();
  return isHydrated ? <EnteredGuide {...props} /> : opening;
}

/** Waits for what this browser has sealed. */
function EnteredGuide(props: Props) {
  const { isLost, isOpen, value } = useSealedEntry(enteredBehind(props.stored.id));
  const isMemoryOpen = useGuideMemory();
  if (!isOpen || !isMemoryOpen) return opening;
  return (
    <>
      {isLost && (
        <Notice kind="warning" live className="mb-6" title="Please look through the values">
          This browser holds what is not sent yet for {MAX_UNUSED_DAYS} days after you last used it,
          and that time is over. Everything that was sent is here.
        </Notice>
      )}
      <OpenGuide {...props} entered={value} />
    </>
  );
}

function OpenGuide({ entered, names, stored }: Props & { entered: Entered }) {
  const { change, finish, isFinishing, isUnsaved, profile, refusal } = useSavedProfile(
    stored,
    entered,
  );
  return (
    <>
      <MeasuringGuide
        profile={profile}
        names={names}
        source="link"
        onChange={change}
        onDone={finish}
      />
      <p role="status" className="mt-6 text-sm text-ink-quiet">
        {isFinishing
          ? "One moment..."
          : (refusal ??
            (isUnsaved
              ? "Stored on this phone, and sent as soon as there is a connection."
              : "Saved. You can close this page and continue later with the same link."))}
      </p>
    </>
  );
}
