import type { ReactNode } from "react";
import { useEffect, useSyncExternalStore } from "react";
import { useLazyDialog } from "#app/components/product/size-picker.tsx";
import { createListeners, readStored } from "#ui/browser-storage.ts";
import { useLazyPart } from "#ui/hydration.ts";
import { useSizeEntries } from "./size-entries.browser.ts";
import type { SizeFitProps } from "./use-size-fit.ts";

const loadAdvice = () => import("./size-fit-advice.tsx").then((module) => module.SizeFitAdvice);
const loadQuestions = () => import("./size-questions.tsx").then((module) => module.SizeQuestions);

/** The entry of the profile store, which loads only where there is one. */
const PEOPLE_KEY = "measured-people";

const { notify, subscribe } = createListeners(() => notify());

const hasMeasuredPeople = () => readStored(PEOPLE_KEY)?.includes('"value"') === true;

/** Offers the questions, and advises a size once some are answered or somebody is measured; the body model loads only then. */
export function SizeFit(props: SizeFitProps) {
  const { finderPath } = props;
  const entries = useSizeEntries();
  const isMeasured = useSyncExternalStore(subscribe, hasMeasuredPeople, () => false);
  const isKnown = isMeasured || Object.keys(entries).length > 0;
  const { part: Questions, open, opener, setOpen } = useLazyDialog(loadQuestions, finderPath);
  return (
    <>
      {isKnown ? <Advised {...props} otherwise={<Offer />} /> : <Offer />}
      <button type="button" {...opener} className="link -my-2 py-2">
        {isMeasured
          ? "How it fits, and for whom"
          : isKnown
            ? "How it fits, and change my answers"
            : "Find my size"}
      </button>
      {Questions && <Questions {...props} open={open} onOpenChange={setOpen} />}
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

function Advised(props: SizeFitProps & { otherwise: ReactNode }) {
  const { part: Advice, request } = useLazyPart(loadAdvice);
  useEffect(() => void request(), [request]);
  return <div className="min-h-15">{Advice && <Advice {...props} />}</div>;
}
