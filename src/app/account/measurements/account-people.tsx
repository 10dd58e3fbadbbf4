import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { AccountConsent } from "#app/components/measuring/account-consent.tsx";
import { LostPeople } from "#app/components/measuring/lost-people.tsx";
import {
  AddPerson,
  PersonRow,
  SAVE_TEXTS,
  TOO_MANY,
} from "#app/components/measuring/measured-people.tsx";
import { syncPeopleNow } from "#app/components/measuring/people-sync.browser.ts";
import { addPerson } from "#app/components/measuring/profile-store.browser.ts";
import { useMeasuredPeople } from "#app/components/measuring/use-measured-people.ts";
import { usePersonMeasuring } from "#app/components/measuring/use-person-measuring.tsx";
import { ANY_GARMENT_MINUTES } from "#features/body/measurement/measuring-effort.ts";
import { showToast } from "#ui/toast-store.ts";
import { LedgerSection } from "../account-page.tsx";

type Known = { id: string; revision: number };

/** Measures the account's people, and shows those that are in this browser only. `known` are the people of the page. */
export function AccountPeople({ known }: { known: readonly Known[] }) {
  const { account, hasConsent, people, ready, save } = useMeasuredPeople();
  const { open, panel } = usePersonMeasuring();
  usePageInStep(known);
  if (!ready) return null;
  const here = people.filter(({ owner, problem }) => owner === null || problem !== null);
  const waits = people.some(({ unsent }) => unsent);
  const add = (name: string) => {
    const added = addPerson(name);
    if (added) open(added.id);
    else showToast({ kind: "error", title: TOO_MANY });
  };
  return (
    <>
      {panel}
      <LostPeople />
      {here.length > 0 && (
        <LedgerSection
          title="Only in this browser"
          lead="Measured on this device and not in your account yet."
        >
          <ul className="mb-6 border-t border-line">
            {here.map((person) => (
              <PersonRow
                key={person.profile.id}
                person={person}
                onMeasure={() => open(person.profile.id)}
              />
            ))}
          </ul>
          {account !== null && !hasConsent && <AccountConsent />}
        </LedgerSection>
      )}
      <LedgerSection
        title="Measure somebody"
        lead={`You need a tape, a string and ${ANY_GARMENT_MINUTES}, by what is made. Stop whenever you like, and continue on any device.`}
      >
        <AddPerson isFirst={known.length === 0 && people.length === 0} onAdd={add} />
        <p role="status" className="mt-4 min-h-6 text-sm text-ink-soft">
          {waits && hasConsent && SAVE_TEXTS[save]}
        </p>
      </LedgerSection>
    </>
  );
}

/** The page shows what the server has: it is read again after a sync, and the browser syncs after a change of the page. */
function usePageInStep(known: readonly Known[]): void {
  const { account, people, ready } = useMeasuredPeople();
  const { revalidate, state } = useRevalidator();
  const onPage = known.map(({ id, revision }) => `${id} ${revision}`).join();
  const inBrowser = people
    .filter(({ owner }) => owner !== null && owner === account)
    .map(({ profile, revision }) => `${profile.id} ${revision}`)
    .toSorted()
    .join();
  const isSynced = ready && account !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the page
  useEffect(() => {
    void syncPeopleNow();
  }, [onPage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each sync
  useEffect(() => {
    const isOlder = onPage.split(",").toSorted().join() !== inBrowser;
    if (isSynced && isOlder && state === "idle") void revalidate();
  }, [inBrowser, isSynced]);
}
