import { useEffect, useRef } from "react";
import type { QueuedCommand } from "#app/components/production/garment-queue.browser.ts";
import {
  isRepeatable,
  removeQueued,
  replaceQueued,
} from "#app/components/production/garment-queue.browser.ts";
import type { SyncOutcome } from "#app/web/create-sync.browser.ts";
import { newId } from "#core/ids.ts";
import { canMove, stageMessages } from "#features/garments/garment/garment.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { sayStatus } from "#ui/status-message.tsx";

/** "Cut", "45 minutes", "Note: …". */
function commandText({ command }: Pick<QueuedCommand, "command">): string {
  const more = "note" in command && command.note !== "" ? `: ${command.note}` : "";
  switch (command.kind) {
    case "move":
      return `${stageMessages[command.to]}${command.minutes ? `, ${command.minutes} minutes` : ""}${more}`;
    case "assign":
      return "Another maker";
    case "work":
      return `${command.minutes} minutes${more}`;
    case "note":
      return `Note${more}`;
  }
}

const FAILED = "The shop could not store it. It is tried again.";

const OUTCOMES: Readonly<Partial<Record<SyncOutcome, string>>> = {
  offline: "There is no connection. It is sent as soon as there is one; you can close this page.",
  "signed-out": "You are no longer signed in. Sign in again in another tab, then send it.",
  unavailable: FAILED,
  refused: FAILED,
};

/** What became of the newest request, for a person who waits; "Sending…" before the first. */
export const outcomeText = (outcome: SyncOutcome | null): string =>
  (outcome && OUTCOMES[outcome]) ?? "Sending…";

/** Says what the shop has stored: it leaves the queue without a refusal. */
function useSaidStored(queue: readonly QueuedCommand[]): void {
  const before = useRef(queue);
  useEffect(() => {
    const isQueued = ({ command }: QueuedCommand) =>
      queue.some((each) => each.command.deviceEventId === command.deviceEventId);
    const stored = before.current.filter((entry) => entry.refusal === null && !isQueued(entry));
    before.current = queue;
    if (stored.length > 0) sayStatus(`Stored: ${stored.map(commandText).join(", ")}`);
  }, [queue]);
}

type Props = {
  queue: readonly QueuedCommand[];
  outcome: SyncOutcome | null;
  onSend: () => void;
};

/** What this tablet did and the shop does not know: waiting to be sent, or refused with both versions in words. */
export function WaitingList({ onSend, outcome, queue }: Props) {
  const waiting = queue.filter(({ refusal }) => refusal === null);
  const refused = queue.filter(({ refusal }) => refusal !== null);
  // What is sent at once is only said to be stored.
  const isHeldUp = outcome !== null && OUTCOMES[outcome] !== undefined;
  useSaidStored(queue);
  return (
    <div className="mb-6 space-y-4 empty:hidden">
      {waiting.length > 0 && (
        <Notice
          key={`${isHeldUp}`}
          kind="warning"
          live={isHeldUp}
          title={
            waiting.length === 1
              ? "1 change is waiting to send"
              : `${waiting.length} changes are waiting to send`
          }
        >
          <ul className="mt-1">
            {waiting.map((entry) => (
              <li key={entry.command.deviceEventId}>
                {entry.name}: {commandText(entry)}
              </li>
            ))}
          </ul>
          <p className="mt-1">{outcomeText(outcome)}</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={onSend}>
            Send now
          </Button>
        </Notice>
      )}
      {refused.map((entry) => (
        <Refused key={entry.command.deviceEventId} entry={entry} onSend={onSend} />
      ))}
    </div>
  );
}

function Refused({ entry, onSend }: { entry: QueuedCommand; onSend: () => void }) {
  const { command, refusal } = entry;
  if (!refusal) return null;
  const { current } = refusal;
  const isPossible =
    command.kind === "move" &&
    (current === undefined ? isRepeatable(refusal) : canMove(current.stage, command.to));
  const text = "note" in command ? command.note : "";
  const minutes = "minutes" in command ? (command.minutes ?? 0) : 0;
  function resend(changed: QueuedCommand["command"]): void {
    replaceQueued(command.deviceEventId, changed);
    onSend();
  }
  const asNote = `Was not recorded: ${commandText(entry)}`;
  const common = {
    garmentId: command.garmentId,
    version: current?.version ?? command.version,
    deviceEventId: newId(),
    happenedAt: command.happenedAt,
  };
  return (
    <Notice kind="error" live title={`${entry.name}: this change was not stored`}>
      <dl className="mt-1 grid gap-x-4 sm:grid-cols-[10rem_1fr]">
        <dt className="font-medium">Yours</dt>
        <dd>{commandText(entry)}</dd>
        <dt className="font-medium">The shop</dt>
        <dd>{refusal.message}</dd>
      </dl>
      <div className="mt-3 flex flex-wrap gap-3">
        {isPossible && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => resend({ ...command, ...common } as QueuedCommand["command"])}
          >
            {current === undefined ? "Try it again" : "Do it all the same"}
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          onClick={() =>
            resend(
              minutes > 0
                ? { ...common, kind: "work", minutes, makerId: null, note: text || asNote }
                : { ...common, kind: "note", note: asNote },
            )
          }
        >
          {minutes > 0 ? "Keep the minutes and the note" : "Keep it as a note"}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => removeQueued(command.deviceEventId)}>
          Remove it
        </Button>
      </div>
    </Notice>
  );
}
