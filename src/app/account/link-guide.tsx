import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useNavigation, useSubmit } from "react-router";
import { forgetGuides } from "#app/components/measuring/guide-memory.browser.ts";
import { MeasuringGuide } from "#app/components/measuring/measuring-guide.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/measurement/measurement-profile.ts";
import { mergeProfiles, profileSchema } from "#features/measurement/measurement-profile.ts";
import { readStoredJson, writeStored } from "#ui/browser-storage.ts";
import { useHydrated } from "#ui/hydration.ts";

const keyOf = (linkId: string) => `measure-link ${linkId}`;

/** Said when the server does not respond; a value is sent again by itself, a finish is not. */
export const UNSENT =
  "The shop could not be reached. Your measurements are stored on this phone: please try again.";

/** Removes what this device has of the person, after the link has ended. */
export function forgetUnsent(linkId: string): void {
  writeStored(keyOf(linkId), null);
  forgetGuides([linkId]);
}

/** The same once the server has every value; what it does not have stays on the device until it is sent. */
export function forgetSent(stored: MeasurementProfile): void {
  if (JSON.stringify(withUnsent(stored)) === JSON.stringify(stored)) forgetUnsent(stored.id);
}

/** What the server has, joined with values that this device could not send. */
function withUnsent(stored: MeasurementProfile): MeasurementProfile {
  const unsent = profileSchema.safeParse(readStoredJson(keyOf(stored.id)));
  const isOwn = unsent.success && unsent.data.id === stored.id;
  return isOwn ? mergeProfiles(stored, unsent.data) : stored;
}

const formOf = (intent: string, profile: MeasurementProfile) => ({
  intent,
  profile: JSON.stringify(profile),
});

/** Stores each change on the device at once, and sends it; what is not sent follows when the connection returns. */
function useSavedProfile(stored: MeasurementProfile) {
  const [profile, setProfile] = useState(() => withUnsent(stored));
  const [saved, setSaved] = useState(stored);
  const sent = useRef(stored);
  const fetcher = useFetcher<FormResult>();
  const send = (changed: MeasurementProfile) => {
    sent.current = changed;
    void fetcher.submit(formOf("save", changed), { method: "post" });
  };
  const receive = useEffectEvent((result: FormResult) => {
    if (result.status !== "success") return;
    setSaved(sent.current);
    if (sent.current === profile) writeStored(keyOf(profile.id), null);
  });
  useEffect(() => {
    if (fetcher.data) receive(fetcher.data);
  }, [fetcher.data]);
  const isUnsaved = profile !== saved;
  const retry = useEffectEvent(() => {
    if (isUnsaved) send(profile);
  });
  useEffect(() => {
    retry();
    const listener = () => retry();
    addEventListener("online", listener);
    return () => removeEventListener("online", listener);
  }, []);
  const change = (changed: MeasurementProfile) => {
    setProfile(changed);
    writeStored(keyOf(changed.id), JSON.stringify(changed));
    send(changed);
  };
  const hasFailed = fetcher.state === "idle" && fetcher.data?.status === "error";
  const message = hasFailed ? fetcher.data?.error?.[""]?.join(" ") : undefined;
  return { profile, change, isUnsaved, refusal: message === UNSENT ? undefined : message };
}

type Props = {
  stored: MeasurementProfile;
  names: readonly MeasurementName[];
};

/** The guide behind a private link. */
export function LinkGuide(props: Props) {
  const isHydrated = useHydrated();
  if (!isHydrated) {
    return <p className="min-h-96 text-ink-soft">The guide opens with JavaScript.</p>;
  }
  return <OpenGuide {...props} />;
}

function OpenGuide({ names, stored }: Props) {
  const { change, isUnsaved, profile, refusal } = useSavedProfile(stored);
  const submit = useSubmit();
  const isSending = useNavigation().state !== "idle";
  return (
    <>
      <MeasuringGuide
        {...{ profile, names }}
        source="link"
        onChange={change}
        onDone={(complete) => void submit(formOf("finish", complete), { method: "post" })}
      />
      <p role="status" className="mt-6 text-sm text-ink-quiet">
        {isSending
          ? "One moment..."
          : (refusal ??
            (isUnsaved
              ? "Stored on this phone, and sent as soon as there is a connection."
              : "Saved. You can close this page and continue later with the same link."))}
      </p>
    </>
  );
}
