import type { MakerOfGarment } from "#features/sales/impact/impact.ts";
import { formatWork } from "#features/sales/impact/impact.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";

type Props = {
  makers: readonly MakerOfGarment[];
  /** Beside each name, how long she worked. */
  showsWork?: boolean;
};

/** Lists names, portraits and a line about each maker. */
export function MakerList({ makers, showsWork = false }: Props) {
  return (
    <ul className="grid gap-8 sm:grid-cols-2">
      {makers.map((maker) => (
        <li key={maker.id} className="flex gap-4">
          {maker.imageId && <Thumbnail image={{ id: maker.imageId }} width={80} />}
          <div>
            <p className="display text-2xl">{maker.name}</p>
            {(showsWork || maker.isNewDawn) && (
              <p className="mt-1 text-sm text-ink-soft">
                {[showsWork && formatWork(maker.minutes), maker.isNewDawn && "New Dawn"]
                  .filter(Boolean)
                  .join(", ")}
              </p>
            )}
            {maker.about && <p className="mt-2 max-w-[44ch] text-sm">{maker.about}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
