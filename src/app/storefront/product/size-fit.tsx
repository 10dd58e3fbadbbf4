import { useEffect } from "react";
import type { ProductDetail } from "#features/catalog/product.ts";
import { useLazyPart } from "#ui/hydration.ts";
import { useSizeAnswers } from "./size-answers.browser.ts";
import { useLazyDialog } from "./size-picker.tsx";
import type { Purchase } from "./use-purchase.ts";

export type SizeFitProps = { product: ProductDetail; purchase: Purchase; finderPath: string };

const loadAdvice = () => import("./size-fit-advice.tsx").then((module) => module.SizeFitAdvice);
const loadQuestions = () => import("./size-questions.tsx").then((module) => module.SizeQuestions);

/** Offers the questions, and advises a size once some are answered; the body model loads only then. */
export function SizeFit(props: SizeFitProps) {
  const { finderPath } = props;
  const answers = useSizeAnswers();
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
