import { Ruler } from "lucide-react";
import { Link } from "react-router";
import type { ProductSummary } from "#features/catalog/product.ts";
import { isSizedByChart } from "#features/catalog/product.ts";
import { useHydrated } from "#ui/hydration.ts";
import { useLazyDialog } from "./use-lazy-dialog.ts";

const loadSizeGuide = () =>
  import("#app/components/size-guide/size-guide.tsx").then((module) => module.SizeGuide);

const look = "link -my-2 inline-flex items-center gap-1.5 py-2";

type Props = { product: ProductSummary; size: string | null };

/** The way to the size guide, for pieces that are sized by it. */
export function SizeGuideLink(props: Props) {
  return isSizedByChart(props.product) ? <GuideOpener {...props} /> : null;
}

/** Opens the size guide beside the sizes; without script, or when it does not arrive, the way to the guide's own page. */
function GuideOpener({ product, size }: Props) {
  const ownPage = `/measurement?product=${product.id}`;
  const { part: SizeGuide, open, setOpen, opener } = useLazyDialog(loadSizeGuide, ownPage);
  const hydrated = useHydrated();
  const words = (
    <>
      <Ruler size={16} aria-hidden="true" />
      Size guide
    </>
  );
  if (!hydrated) {
    return (
      <Link to={ownPage} className={look}>
        {words}
      </Link>
    );
  }
  return (
    <>
      <button type="button" {...opener} className={look}>
        {words}
      </button>
      {SizeGuide && <SizeGuide open={open} onOpenChange={setOpen} chosenSize={size} />}
    </>
  );
}
