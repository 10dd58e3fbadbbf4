import type { EntryStatus } from "#features/inbox/inbox-entry.ts";
import { entryStatusWord, replyPromise } from "#features/inbox/inbox-entry.ts";
import { Badge } from "#ui/badge.tsx";

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
