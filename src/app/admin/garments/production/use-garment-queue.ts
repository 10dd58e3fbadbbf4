import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type {
  FlushOutcome,
  QueuedCommand,
} from "#app/components/production/garment-queue.browser.ts";
import {
  flushQueue,
  readQueue,
  registerProductionWorker,
  subscribeQueue,
} from "#app/components/production/garment-queue.browser.ts";

const NONE: readonly QueuedCommand[] = [];
/** While something waits. */
const RETRY_MS = 15_000;

/**
 * What this device did that the shop does not know, sent whenever there is a network. `pending` also has what was sent and the page
 * does not show yet.
 */
export function useGarmentQueue() {
  const queue = useSyncExternalStore(subscribeQueue, readQueue, () => NONE);
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<FlushOutcome>("nothing");
  // Until the page has the shop's data again, or it would show the stage before for a moment.
  const [sent, setSent] = useState<readonly QueuedCommand[]>(NONE);

  async function send(): Promise<void> {
    const own = readQueue().filter(({ refusal }) => refusal === null);
    const isOwn = ({ command }: QueuedCommand) =>
      own.some((each) => each.command.deviceEventId === command.deviceEventId);
    // An earlier change may be stored while the page still loads what it changed.
    const withoutOwn = (each: readonly QueuedCommand[]) => each.filter((entry) => !isOwn(entry));
    setSent((before) => [...withoutOwn(before), ...own]);
    const result = await flushQueue();
    setOutcome(result);
    if (result === "sent" && navigator.onLine) await revalidate();
    setSent(withoutOwn);
  }

  const isWaiting = queue.some(({ refusal }) => refusal === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again when something waits
  useEffect(() => {
    registerProductionWorker();
    if (!isWaiting) return;
    void send();
    const onOnline = () => void send();
    window.addEventListener("online", onOnline);
    const timer = setInterval(onOnline, RETRY_MS);
    return () => {
      window.removeEventListener("online", onOnline);
      clearInterval(timer);
    };
  }, [isWaiting]);

  const isQueued = ({ command }: QueuedCommand) =>
    queue.some((each) => each.command.deviceEventId === command.deviceEventId);
  const pending = [...sent.filter((each) => !isQueued(each)), ...queue];
  return { queue, pending, outcome, send };
}
