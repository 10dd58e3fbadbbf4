import { useEffect, useState } from "react";
import type { EntryStatus } from "#features/office/inbox/inbox-entry.ts";
import { entryStatusWord, replyPromise } from "#features/office/inbox/inbox-entry.ts";
import { Badge } from "#ui/badge.tsx";

/** The pause is short enough to show correct minutes. */
const TICK_MS = 20_000;

/** Starts with the loader's time for hydration. Ignores the device's clock. */
export function useServerNow(serverNow: Date): Date {
  const start = serverNow.getTime();
  const [passed, setPassed] = useState({ start, ms: 0 });
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => setPassed({ start, ms: performance.now() - since }), TICK_MS);
    return () => clearInterval(timer);
  }, [start]);
  return new Date(start + (passed.start === start ? passed.ms : 0));
}

export const DUE_TONES = { open: "neutral", soon: "warning", late: "error" } as const;

type Props = { entry: { status: EntryStatus; createdAt: Date }; now: Date };

/** Shows what remains of the 24 hours until a reply (specification 9), then the status. */
export function EntryBadge({ entry, now }: Props) {
  if (entry.status !== "new") {
    return (
      <Badge kind={entry.status === "answered" ? "success" : "neutral"}>
        {entryStatusWord(entry.status)}
      </Badge>
    );
  }
  const { urgency, text } = replyPromise(entry.createdAt, now);
  return (
    <Badge kind={DUE_TONES[urgency]} className="figures">
      {text}
    </Badge>
  );
}
