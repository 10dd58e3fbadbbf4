import type { ReactNode } from "react";

type Understood = {
  correctedText: string | null;
  unknownWords: readonly string[];
  isPartial: boolean;
};

/** How a search was understood, where that is not as it was typed. Null otherwise. */
export function searchNote({ correctedText, unknownWords, isPartial }: Understood): ReactNode {
  if (isPartial) return "No piece has all of these words. These have some of them, or come close.";
  if (correctedText === null && unknownWords.length === 0) return null;
  return (
    <>
      {correctedText !== null && (
        <>
          Showing pieces for <strong className="font-medium text-ink">{correctedText}</strong>.{" "}
        </>
      )}
      {unknownWords.length > 0 && `Nothing in the shop is called ${listed(unknownWords)}.`}
    </>
  );
}

const listed = (words: readonly string[]) => words.map((word) => `“${word}”`).join(" or ");
