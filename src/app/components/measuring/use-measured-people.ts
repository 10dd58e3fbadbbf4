import { useEffect, useSyncExternalStore } from "react";
import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import {
  peopleState,
  subscribeToPeople,
  unreadPeople,
  visiblePeople,
} from "./profile-store.browser.ts";

/** Empty and not ready on the server and in the first render. Keeps the people in step with the customer's account. */
export function useMeasuredPeople() {
  const { ready, save, stored, ...device } = useSyncExternalStore(
    subscribeToPeople,
    peopleState,
    () => unreadPeople,
  );
  useEffect(() => {
    if (!isHintedSignedIn()) return;
    import("./people-sync.browser.ts").then(
      ({ keepPeopleInStep }) => keepPeopleInStep(),
      () => undefined,
    );
  }, []);
  const { account, byLink, consent } = device;
  const hasConsent = account !== null && consent?.account === account;
  return { ready, save, stored, account, hasConsent, byLink, people: visiblePeople(device) };
}
