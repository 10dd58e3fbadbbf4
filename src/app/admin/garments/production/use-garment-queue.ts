import { useEffect, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { QueuedCommand } from "#app/components/production/garment-queue.browser.ts";
import {
  forgetReceived,
  keepQueueInStep,
  readOutcome,
  readQueue,
  readReceived,
  registerProductionWorker,
  removeSettled,
  sendQueue,
  subscribeQueue,
} from "#app/components/production/garment-queue.browser.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";

const NONE: readonly QueuedCommand[] = [];

/**
 * What this device did that the shop does not know, sent whenever there is a network. `pending` also has what was sent and the page
 * does not show yet. `shown`: the garments of the page as the shop has them; a refused step whose cause is gone leaves the queue.
 */
export function useGarmentQueue(shown: readonly { id: string; stage: GarmentStage }[]) {
  const queue = useSyncExternalStore(subscribeQueue, readQueue, () => NONE);
  const received = useSyncExternalStore(subscribeQueue, readReceived, () => NONE);
  const outcome = useSyncExternalStore(subscribeQueue, readOutcome, () => null);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    registerProductionWorker();
    keepQueueInStep();
  }, []);

  useEffect(() => {
    if (queue.length > 0) removeSettled(shown);
  }, [queue, shown]);

  // Until the page has the shop's data again, or it would show the stage before for a moment.
  useEffect(() => {
    if (received.length === 0) return;
    const loaded = navigator.onLine ? revalidate() : Promise.resolve();
    void loaded.then(() => forgetReceived(received));
  }, [received, revalidate]);

  const isQueued = ({ command }: QueuedCommand) =>
    queue.some((each) => each.command.deviceEventId === command.deviceEventId);
  const pending = [...received.filter((each) => !isQueued(each)), ...queue];
  return { queue, pending, outcome, send: sendQueue };
}
