import { useState } from "react";
import { useNavigate } from "react-router";
import { useLazyPart } from "#ui/hydration.ts";

/**
 * A window that is downloaded on the first sign that somebody wants it. `opener` goes on the button that opens it; when the window
 * does not arrive, the button leads to the page that says the same.
 */
export function useLazyDialog<Part>(load: () => Promise<Part>, ownPage: string) {
  const { part, request } = useLazyPart(load);
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return {
    part,
    open,
    setOpen,
    opener: {
      "aria-haspopup": "dialog",
      onPointerEnter: () => void request(),
      onFocus: () => void request(),
      onClick: async () => {
        if (await request()) setOpen(true);
        else navigate(ownPage);
      },
    } as const,
  };
}
