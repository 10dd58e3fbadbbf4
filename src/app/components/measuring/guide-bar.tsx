import { ArrowLeft, List, X } from "lucide-react";
import type { ReactNode } from "react";
import { useId } from "react";
import { IconButton } from "#ui/button.tsx";

type Props = {
  personName: string;
  progress: string;
  /** Of the whole guide, from 0 to 1; null before it begins. */
  share: number | null;
  onBack: (() => void) | null;
  onList: (() => void) | null;
  /** Absent where the page around the guide has its own way out. */
  onClose: (() => void) | undefined;
};

/** Stays at the upper edge while a small screen scrolls, or below the header where the guide is a page (`data-guide-page`). */
export function GuideBar({ onBack, onClose, onList, personName, progress, share }: Props) {
  return (
    <div className="sticky top-(--guide-top,0) z-10 -mx-4 bg-paper px-4 pt-1 md:-mx-2 md:px-2 md:pt-3">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <Slot>
          {onBack && (
            <IconButton
              label="Back"
              icon={<ArrowLeft size={22} aria-hidden="true" />}
              onClick={onBack}
              className="-ml-2.5"
            />
          )}
        </Slot>
        <p className="figures min-w-0 py-1 text-center text-sm leading-tight">
          <span className="block max-w-44 truncate font-medium">{personName}</span>
          <span className="text-ink-soft">{progress}</span>
        </p>
        <Slot end>
          {onList && (
            <IconButton
              label="All values"
              icon={<List size={22} aria-hidden="true" />}
              onClick={onList}
            />
          )}
          {onClose && (
            <IconButton
              label="Stop for now"
              icon={<X size={22} aria-hidden="true" />}
              onClick={onClose}
              className="-mr-2.5"
            />
          )}
        </Slot>
      </div>
      <TapeProgress share={share ?? 0} />
    </div>
  );
}

function Slot({ children, end = false }: { children: ReactNode; end?: boolean }) {
  return <div className={`flex min-h-11 ${end ? "justify-end" : ""}`}>{children}</div>;
}

/** Progress as a measuring tape that unrolls. */
function TapeProgress({ share }: { share: number }) {
  const ticks = useId();
  return (
    <div aria-hidden="true" className="mt-1 h-2 overflow-hidden bg-line/60">
      <svg
        className="size-full transition-transform duration-500"
        style={{ transform: `translateX(${(share - 1) * 100}%)` }}
        aria-hidden="true"
      >
        <defs>
          <pattern id={ticks} width="32" height="8" patternUnits="userSpaceOnUse">
            <path d="M.5 0V6M8.5 0V3M16.5 0V4M24.5 0V3" className="stroke-paper" />
          </pattern>
        </defs>
        <rect width="100%" height="8" className="fill-demerara" />
        <rect width="100%" height="8" fill={`url(#${ticks})`} />
      </svg>
    </div>
  );
}
