import { useEffect } from "react";
import { useLazyPart } from "#ui/hydration.ts";
import { useSizeEntries } from "./size-entries.browser.ts";
import { useLazyDialog } from "./size-picker.tsx";
import type { SizeFitProps } from "./use-size-fit.ts";

const loadAdvice = () => import("./size-fit-advice.tsx").then((module) => module.SizeFitAdvice);
const loadQuestions = () => import("./size-questions.tsx").then((module) => module.SizeQuestions);

/** Offers the questions, and advises a size once some are answered; the body model loads only then. */
export function SizeFit(props: SizeFitProps) {
  const { finderPath } = props;
  const answers = useSizeEntries();
  const isKnown = Object.keys(answers).length > 0;
  const { part: Questions, open, opener, setOpen } = useLazyDialog(loadQuestions, finderPath);
  return (
    <>
      {isKnown ? <Advised {...props} /> : <Offer />}
      <button type="button" {...opener} className="link -my-2 py-2">
        {isKnown ? "How it fits, and change my answers" : "Find my size"}
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

function Advised(props: SizeFitProps) {
  const { part: Advice, request } = useLazyPart(loadAdvice);
  useEffect(() => void request(), [request]);
  return <div className="min-h-15">{Advice && <Advice {...props} />}</div>;
}
