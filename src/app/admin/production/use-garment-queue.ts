import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { FlushOutcome, QueuedCommand } from "./garment-queue.browser.ts";
import {
  flushQueue,
  readQueue,
  registerProductionWorker,
  subscribeQueue,
} from "./garment-queue.browser.ts";

const NONE: readonly QueuedCommand[] = [];
/** While something waits. */
const RETRY_MS = 15_000;

/** What this device did that the shop does not know, sent whenever there is a network. */
export function useGarmentQueue() {
  const queue = useSyncExternalStore(subscribeQueue, readQueue, () => NONE);
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<FlushOutcome>("nothing");

  async function send(): Promise<void> {
    const result = await flushQueue();
    setOutcome(result);
    if (result === "sent" && navigator.onLine) void revalidate();
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

  return { queue, outcome, send };
}
