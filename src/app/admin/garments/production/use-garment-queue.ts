import { useEffect, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { QueuedCommand } from "#app/components/production/garment-queue.browser.ts";
import {
  forgetAccepted,
  keepQueueInStep,
  readAccepted,
  readOutcome,
  readQueue,
  registerProductionWorker,
  sendQueue,
  subscribeQueue,
} from "#app/components/production/garment-queue.browser.ts";

const NONE: readonly QueuedCommand[] = [];

/**
 * What this device did that the shop does not know, sent whenever there is a network. `pending` also has what was sent and the page
 * does not show yet.
 */
export function useGarmentQueue() {
  const queue = useSyncExternalStore(subscribeQueue, readQueue, () => NONE);
  const accepted = useSyncExternalStore(subscribeQueue, readAccepted, () => NONE);
  const outcome = useSyncExternalStore(subscribeQueue, readOutcome, () => null);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    registerProductionWorker();
    keepQueueInStep();
  }, []);

  // Until the page has the shop's data again, or it would show the stage before for a moment.
  useEffect(() => {
    if (accepted.length === 0) return;
    const shown = navigator.onLine ? revalidate() : Promise.resolve();
    void shown.then(() => forgetAccepted(accepted));
  }, [accepted, revalidate]);

  return { queue, pending: [...accepted, ...queue], outcome, send: sendQueue };
}
