import { Ruler } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useLazyPart } from "#ui/use-lazy-part.ts";

const loadSizeGuide = () =>
  import("#features/measurement/components/size-guide.tsx").then((module) => module.SizeGuide);

/** Opens the size guide beside the sizes; without script, or when it does not arrive, the way to the guide's own page. */
export function SizeGuideLink({ productId, size }: { productId: string; size: string | null }) {
  const { part: SizeGuide, request } = useLazyPart(loadSizeGuide);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Link
        to={`/measurement?product=${productId}`}
        aria-haspopup="dialog"
        onPointerEnter={() => void request()}
        onFocus={() => void request()}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          void request().then(setOpen);
        }}
        className="link -my-2 inline-flex items-center gap-1.5 py-2"
      >
        <Ruler size={16} aria-hidden="true" />
        Size guide
      </Link>
      {SizeGuide && <SizeGuide open={open} onOpenChange={setOpen} chosenSize={size} />}
    </>
  );
}
