import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import {
  keepImagesInStep,
  readImageOutcome,
  readImageQueue,
  readProgress,
  readReceivedCount,
  removeQueuedImage,
  sendImages,
  subscribeImages,
} from "#app/components/production/image-queue.browser.ts";
import type { QueuedImage } from "#app/components/production/stored-images.browser.ts";
import { formatPercent } from "#core/format-number.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { outcomeText } from "./waiting-list.tsx";

const NONE: readonly QueuedImage[] = [];

/** The photos that this device took and the shop does not have, sent whenever there is a network. */
function useImageQueue() {
  const queue = useSyncExternalStore(subscribeImages, readImageQueue, () => NONE);
  const outcome = useSyncExternalStore(subscribeImages, readImageOutcome, () => null);
  const progress = useSyncExternalStore(subscribeImages, readProgress, () => null);
  const received = useSyncExternalStore(subscribeImages, readReceivedCount, () => 0);
  const { revalidate } = useRevalidator();

  useEffect(() => void keepImagesInStep(), []);

  useEffect(() => {
    if (received > 0 && navigator.onLine) void revalidate();
  }, [received, revalidate]);

  return { queue, outcome, progress };
}

const countText = (count: number) =>
  count === 1 ? "1 photo is waiting to send" : `${count} photos are waiting to send`;

/**
 * What this device photographed and the shop does not have: waiting, on its way with how much of it has left, or refused with the
 * reason. `garmentId`: of one garment alone.
 */
export function WaitingImages({ garmentId }: { garmentId?: string }) {
  const { outcome, progress, queue } = useImageQueue();
  const own = queue.filter((each) => garmentId === undefined || each.garmentId === garmentId);
  const waiting = own.filter(({ refusal }) => refusal === null);
  const refused = own.filter(({ refusal }) => refusal !== null);
  return (
    <div className="mb-6 space-y-4 empty:hidden">
      {waiting.length > 0 && (
        <Notice kind="warning" live title={countText(waiting.length)}>
          <ul className="mt-1 space-y-2">
            {waiting.map((entry) => (
              <Waiting
                key={entry.deviceEventId}
                entry={entry}
                percent={progress?.deviceEventId === entry.deviceEventId ? progress.percent : null}
              />
            ))}
          </ul>
          <p className="mt-1">{outcomeText(outcome)}</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={sendImages}>
            Send the photos now
          </Button>
        </Notice>
      )}
      {refused.map((entry) => (
        <Notice
          key={entry.deviceEventId}
          kind="error"
          live
          title={`${entry.name}: this photo was not stored`}
        >
          <Thumbnail entry={entry} />
          <p className="mt-1">{entry.refusal}</p>
          <Button
            size="sm"
            variant="quiet"
            className="mt-2"
            onClick={() => removeQueuedImage(entry.deviceEventId)}
          >
            Remove the photo
          </Button>
        </Notice>
      ))}
    </div>
  );
}

function Waiting({ entry, percent }: { entry: QueuedImage; percent: number | null }) {
  const name = entry.caption || entry.name;
  return (
    <li className="flex items-center gap-3">
      <Thumbnail entry={entry} />
      <span className="min-w-0 grow wrap-anywhere">
        {name}
        {percent !== null && (
          <span className="figures block">{`Sending, ${formatPercent(percent)}`}</span>
        )}
        {percent !== null && (
          <progress max={100} value={percent} aria-label={`Sending ${name}`} className="w-full" />
        )}
      </span>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Remove the photo ${name}`}
        onClick={() => removeQueuedImage(entry.deviceEventId)}
      >
        Remove
      </Button>
    </li>
  );
}

/** The photo from this device; its text is beside it. */
function Thumbnail({ entry: { image } }: { entry: QueuedImage }) {
  const url = useMemo(() => URL.createObjectURL(image), [image]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt="" className="size-14 object-cover" />;
}
