import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLazyDialog } from "#app/components/product/size-picker.tsx";
import { useSizeHints } from "#app/components/size-guide/known-sizes.browser.ts";
import type { KnownSizes } from "#app/components/size-guide/size-person.browser.ts";
import { useLazyPart } from "#ui/hydration.ts";
import type { SizeFitPartProps, SizeFitProps } from "./use-purchase.ts";

const loadAdvice = () => import("./size-fit-advice.tsx").then((module) => module.SizeFitAdvice);
const loadQuestions = () => import("./size-questions.tsx").then((module) => module.SizeQuestions);

type Props = SizeFitProps & {
  /** What is said while no size is advised. */
  offer: ReactNode;
  /** Somebody has asked for the questions already. */
  opensAtOnce: boolean;
};

/** Offers the questions, and advises a size once some are answered or somebody is measured; the body model loads only then. */
export function SizeFit(props: Props) {
  const { finderPath, offer, opensAtOnce } = props;
  const [known, onKnown] = useState<KnownSizes | null>(null);
  const hints = useSizeHints();
  const { isEntered, isMeasured } = known ?? hints;
  const isKnown = isMeasured || isEntered;
  const { part: Questions, open, opener, setOpen } = useLazyDialog(loadQuestions, finderPath);
  const openAtOnce = useEffectEvent(() => {
    if (opensAtOnce) void opener.onClick();
  });
  useEffect(() => openAtOnce(), []);
  return (
    <>
      {isKnown ? <Advised {...props} onKnown={onKnown} otherwise={offer} /> : offer}
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

/** Reserves the height of an advice only until it is there. */
function Advised(props: SizeFitPartProps & { otherwise: ReactNode }) {
  const { part: Advice, request } = useLazyPart(loadAdvice);
  useEffect(() => void request(), [request]);
  return <div className="empty:min-h-15">{Advice && <Advice {...props} />}</div>;
}
