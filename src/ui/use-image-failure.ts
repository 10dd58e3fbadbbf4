import type { RefCallback } from "react";
import { useCallback, useState } from "react";

/** What an image element is given so that its failure is noticed. */
export type ImageFailureProps = { ref: RefCallback<HTMLImageElement>; onError: () => void };

/** Whether the picture of this id or address did not arrive, even when it failed before the page's script ran. */
export function useImageFailure(source: string): { failed: boolean; watch: ImageFailureProps } {
  const [failedSource, setFailedSource] = useState<string | null>(null);
  const onError = useCallback(() => setFailedSource(source), [source]);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.currentSrc !== "" && image.naturalWidth === 0) onError();
    },
    [onError],
  );
  return { failed: failedSource === source, watch: { ref, onError } };
}
