import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  MEASUREMENT_CONSENT,
  mergeProfiles,
} from "#features/body/measurement/measurement-profile.ts";
import type { SyncedPeople } from "#features/body/measurement/sync-people.server.ts";
import type { SentPeople } from "#features/body/measurement/sync-people.ts";
import { forgetGuides } from "./guide-memory.browser.ts";
import type { DevicePeople, DevicePerson } from "./profile-store.browser.ts";
import {
  devicePeople,
  forgetAccountPeople,
  setSaveState,
  subscribeToPeople,
  visiblePeople,
  writePeople,
} from "./profile-store.browser.ts";

/** "again" may succeed later; "ended" has no session. */
type Exchange = "done" | "again" | "ended" | "refused";

/** Without an account the first exchange only learns whose browser this is. */
function toSend(device: DevicePeople): SentPeople {
  const { account, consent } = device;
  const people = account === null ? [] : visiblePeople(device).filter(({ unsent }) => unsent);
  return {
    people: people.map(({ owner, profile, revision }) => ({ owner, profile, revision })),
    known: device.people.flatMap(({ owner, profile, revision }) =>
      owner === account && revision !== null ? [{ id: profile.id, revision }] : [],
    ),
    consentVersion: consent !== null && consent.account === account ? consent.version : null,
  };
}

const same = (one: MeasurementProfile, other: MeasurementProfile) =>
  JSON.stringify(one) === JSON.stringify(other);

/** What became of one person of the device. */
function afterSync(person: DevicePerson, sent: SentPeople, response: SyncedPeople): DevicePerson[] {
  const { account, ids, people, refused, saved } = response;
  const as = saved.find(({ id }) => id === person.profile.id)?.as;
  const id = as ?? person.profile.id;
  const stored = people.find(({ profile }) => profile.id === id);
  if (as !== undefined && stored) {
    const before = sent.people.find(
      ({ profile }) => (profile as MeasurementProfile).id === person.profile.id,
    );
    const unsent = !before || !same(before.profile as MeasurementProfile, person.profile);
    const profile = mergeProfiles(stored.profile, { ...person.profile, id });
    return [{ profile, owner: account, revision: stored.revision, unsent, problem: null }];
  }
  const problem = refused.find((each) => each.id === person.profile.id)?.reason ?? null;
  if (problem) return [{ ...person, problem }];
  if (person.owner !== account) return [person];
  if (stored) {
    const profile = mergeProfiles(stored.profile, person.profile);
    return [{ ...person, profile, revision: stored.revision }];
  }
  if (ids.includes(id) || person.revision === null) return [person];
  // Deleted on another device. What was not sent yet stays until the customer decides.
  return person.unsent ? [{ ...person, problem: "deleted" }] : [];
}

/** Joins the server's people with the device's, including what changed since the request left. */
function applyResponse(sent: SentPeople, response: SyncedPeople): void {
  const { account, byLink, hasConsent, people } = response;
  const before = devicePeople();
  const next = before.people.flatMap((person) => afterSync(person, sent, response));
  const here = new Set(next.map(({ profile }) => profile.id));
  const come = people
    .filter(({ profile }) => !here.has(profile.id))
    .map(
      ({ profile, revision }): DevicePerson => ({
        profile,
        revision,
        owner: account,
        unsent: false,
        problem: null,
      }),
    );
  const left = before.people.filter(({ profile }) => !here.has(profile.id));
  const deleted = left.filter(({ profile }) => !response.saved.some(({ id }) => id === profile.id));
  forgetGuides(deleted.map(({ profile }) => profile.id));
  const isAgreed = before.consent?.account === account;
  const consent = hasConsent ? { account, version: MEASUREMENT_CONSENT.version } : null;
  writePeople({
    people: [...next, ...come],
    account,
    consent: isAgreed ? before.consent : consent,
    byLink,
  });
}

function reportState(): void {
  const open = visiblePeople(devicePeople()).filter(({ unsent }) => unsent);
  setSaveState(
    open.find(({ problem }) => problem)?.problem ?? (open.length > 0 ? "saving" : "saved"),
  );
}

async function exchange(leaving: boolean): Promise<Exchange> {
  const sent = toSend(devicePeople());
  try {
    const response = await fetch("/cart/sync", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(sent),
      keepalive: leaving,
    });
    if (response.status >= 500 || response.status === 429) return "again";
    if (!response.ok) return "refused";
    if (response.status === 204) return "ended";
    applyResponse(sent, (await response.json()) as SyncedPeople);
    return "done";
  } catch {
    return "again";
  }
}

/** Combines several readings into one request. */
const SETTLE_MS = 800;

/** Older state is synced when the customer returns or changes the page. */
const STALE_MS = 60_000;

/** Later retries follow the next change or the network's return. */
const RETRY_MS = [2_000, 10_000, 60_000] as const;

let started = false;
let busy = false;
let failures = 0;
let lastMs = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

function plan(afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(), afterMs);
}

const isUnsent = ({ problem, unsent }: DevicePerson) => unsent && problem === null;
const hasUnsent = () => visiblePeople(devicePeople()).some(isUnsent);

async function run(): Promise<void> {
  if (!isHintedSignedIn()) return;
  if (busy) {
    plan(SETTLE_MS);
    return;
  }
  busy = true;
  const outcome = await exchange(false);
  busy = false;
  if (outcome === "again") {
    const wait = RETRY_MS[failures];
    failures += 1;
    setSaveState("offline");
    if (wait !== undefined) plan(wait);
    return;
  }
  failures = 0;
  lastMs = performance.now();
  if (outcome === "ended") forgetAccountPeople();
  else if (outcome === "refused") setSaveState("refused");
  else {
    reportState();
    if (hasUnsent()) plan(0);
  }
}

function onChange(): void {
  if (!isHintedSignedIn() || !hasUnsent() || document.visibilityState !== "visible") return;
  failures = 0;
  plan(SETTLE_MS);
}

function onVisibility(): void {
  if (document.visibilityState === "visible") keepPeopleInStep();
  else if (isHintedSignedIn() && hasUnsent()) void exchange(true);
}

const ENDS_SESSION: readonly string[] = ["/sign-out", "/profile/delete"];

/** Others may use this browser: what the account has leaves it with the session. The next sync restores it if the session stays. */
function onSubmit({ target }: Event): void {
  if (!(target instanceof HTMLFormElement)) return;
  if (!ENDS_SESSION.includes(new URL(target.action).pathname)) return;
  clearTimeout(timer);
  forgetAccountPeople();
}

/**
 * Syncs once a minute at most, and at once while something is unsent. After a sign-out that this script did not see, because
 * it arrived later, the account's people leave now. Browser only; does nothing for visitors.
 */
export function keepPeopleInStep({ atOnce = false } = {}): void {
  if (!started) {
    started = true;
    subscribeToPeople(onChange);
    document.addEventListener("visibilitychange", onVisibility);
    document.addEventListener("submit", onSubmit, true);
    addEventListener("online", onChange);
  }
  if (!isHintedSignedIn() && devicePeople().account !== null) forgetAccountPeople();
  if (isHintedSignedIn() && (atOnce || hasUnsent() || performance.now() - lastMs > STALE_MS))
    plan(0);
}

/** The customer agrees to `MEASUREMENT_CONSENT`; this device's people move into the account. */
export function agreeAndSave(): void {
  const before = devicePeople();
  const { account } = before;
  if (account === null) return;
  writePeople({
    ...before,
    people: before.people.map((person) => ({
      ...person,
      problem: person.problem === "consent" ? null : person.problem,
    })),
    consent: { account, version: MEASUREMENT_CONSENT.version },
  });
  plan(0);
}
