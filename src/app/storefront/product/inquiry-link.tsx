import type { ProductDetail } from "#features/catalog/product.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";
import type { PurchaseChoice } from "./purchase-choice.ts";
import { useLazyDialog } from "./use-lazy-dialog.ts";

const loadInquiryDialog = () =>
  import("../inquiry/inquiry-dialog.tsx").then((module) => module.InquiryDialog);

const look = { variant: "secondary", size: "lg", className: "w-full" } as const;

type Props = { product: ProductDetail; choice: PurchaseChoice };

/** Opens the Guyana Sales dialog; without script, or when it does not arrive, the way to the inquiry's own page. */
export function InquiryLink({ product, choice }: Props) {
  const path = `/product/${product.id}/inquiry`;
  const size = choice.size;
  const color = choice.color?.hex ?? null;
  const ownPage = `${path}?${new URLSearchParams({ size: size ?? "", color: color ?? "" })}`;
  const { part: InquiryDialog, open, setOpen, opener } = useLazyDialog(loadInquiryDialog, ownPage);
  const hydrated = useHydrated();
  if (!hydrated) {
    return (
      <ButtonLink to={ownPage} rel="nofollow" {...look}>
        Guyana Sales
      </ButtonLink>
    );
  }
  return (
    <>
      <Button {...look} {...opener}>
        Guyana Sales
      </Button>
      {InquiryDialog && (
        <InquiryDialog
          open={open}
          onOpenChange={setOpen}
          product={product}
          choice={{ size, color }}
          path={path}
        />
      )}
    </>
  );
}
