import { useEffect, useState } from "react";
import type { EntryStatus } from "#features/inbox/inbox-entry.ts";
import { entryStatusWord, replyPromise } from "#features/inbox/inbox-entry.ts";
import { Badge } from "#ui/badge.tsx";

/** Often enough for minutes to be true. */
const TICK_MS = 20_000;

/**
 * The present moment by the server's clock: the loader's own in the HTML and the first render, so that both say the same, and from then
 * on with the time that has passed in the page, whatever the machine's clock says.
 */
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

const tones = { open: "neutral", soon: "warning", late: "error" } as const;

type Props = { entry: { status: EntryStatus; createdAt: Date }; now: Date };

/** Where an entry stands: what is left of the 24 hours while nobody answered (specification 9), its status after that. */
export function EntryBadge({ entry, now }: Props) {
  if (entry.status !== "new") {
    return (
      <Badge kind={entry.status === "answered" ? "success" : "neutral"}>
        {entryStatusWord(entry.status)}
      </Badge>
    );
  }
  const { urgency, words } = replyPromise(entry.createdAt, now);
  return (
    <Badge kind={tones[urgency]} className="figures">
      {words}
    </Badge>
  );
}
