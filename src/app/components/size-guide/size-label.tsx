import type { RefObject } from "react";
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";

type Props = { size: string; sizesRef: RefObject<HTMLElement | null> };

/** Written into the label of the size's radio, so that screen readers read it with the size; takes no room. */
export function SizeLabel({ size, sizesRef }: Props) {
  const [label, setLabel] = useState<Element | null>(null);
  useLayoutEffect(() => {
    const input = sizesRef.current?.querySelector(`input[value="${CSS.escape(size)}"]`);
    setLabel(input?.closest("label") ?? null);
  }, [size, sizesRef]);
  return (
    label &&
    createPortal(
      <span className="pointer-events-none relative block h-0">
        <span className="absolute bottom-10.5 left-1/2 -translate-x-1/2 rounded-hair bg-demerara px-1.5 text-xs/4 whitespace-nowrap text-paper">
          {" "}
          Your size
        </span>
      </span>,
      label,
    )
  );
}
