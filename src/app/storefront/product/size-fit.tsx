import type { ReactNode } from "react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLazyDialog } from "#app/components/product/size-picker.tsx";
import { createListeners, readEntryText } from "#ui/browser-storage.ts";
import { useLazyPart } from "#ui/hydration.ts";
import type { KnownSizes, SizeFitPartProps, SizeFitProps } from "./use-size-fit.ts";

const loadAdvice = () => import("./size-fit-advice.tsx").then((module) => module.SizeFitAdvice);
const loadQuestions = () => import("./size-questions.tsx").then((module) => module.SizeQuestions);

const { notify, subscribe } = createListeners(() => notify());

/** Hints that need no key, until a part that opens the entries is loaded. Earlier versions stored people in clear. */
const hasMeasuredPeople = () => /:measured:|"value"/.test(readEntryText("measured-people") ?? "");
const hasEntries = () => Boolean(readEntryText("size-entries"));
const never = () => false;

/** Offers the questions, and advises a size once some are answered or somebody is measured; the body model loads only then. `startsOpen`: the questions were asked for before it loaded. */
export function SizeFit({ startsOpen, ...props }: SizeFitProps & { startsOpen: boolean }) {
  const { finderPath } = props;
  const [known, onKnown] = useState<KnownSizes | null>(null);
  const hintsMeasured = useSyncExternalStore(subscribe, hasMeasuredPeople, never);
  const hintsEntered = useSyncExternalStore(subscribe, hasEntries, never);
  const { isEntered, isMeasured } = known ?? {
    isEntered: hintsEntered,
    isMeasured: hintsMeasured,
  };
  const isKnown = isMeasured || isEntered;
  const { part: Questions, open, opener, setOpen } = useLazyDialog(loadQuestions, finderPath);
  const start = useRef(opener.onClick);
  useEffect(() => {
    if (startsOpen) void start.current();
  }, [startsOpen]);
  return (
    <>
      {isKnown ? <Advised {...props} onKnown={onKnown} otherwise={<Offer />} /> : <Offer />}
      <button type="button" {...opener} className="link -my-2 py-2">
        {isMeasured
          ? "How it fits, and for whom"
          : isKnown
            ? "How it fits, and change my answers"
            : "Find my size"}
      </button>
      {Questions && <Questions {...props} onKnown={onKnown} open={open} onOpenChange={setOpen} />}
    </>
  );
}

function Offer() {
  return (
    <p className="text-ink-soft">
      Not sure which size? Answer a few questions. They stay in this browser.
    </p>
  );
}

function Advised(props: SizeFitPartProps & { otherwise: ReactNode }) {
  const { part: Advice, request } = useLazyPart(loadAdvice);
  useEffect(() => void request(), [request]);
  return <div className="min-h-15">{Advice && <Advice {...props} />}</div>;
}
