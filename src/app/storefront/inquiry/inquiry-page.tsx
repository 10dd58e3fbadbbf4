import { ArrowLeft } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { INQUIRY_MESSAGES } from "#features/inbox/inquiry-form-result.ts";
import type { PageChoice } from "#features/inbox/inquiry-input.ts";
import { blankInquiry } from "#features/inbox/inquiry-input.ts";
import type { InquiryProduct } from "#features/inbox/inquiry-sizes.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Price } from "#ui/price.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import { InquiryForm } from "./inquiry-form.tsx";
import { InquiryRefusal } from "./inquiry-refusal.tsx";
import { InquiryTitle } from "./inquiry-title.tsx";
import type { UnfinishedInquiry } from "./unfinished-inquiry.ts";
import { useInquiry } from "./use-inquiry.ts";

type Props = {
  product: InquiryProduct;
  /** Null when the product is gone. */
  detail: ProductDetail | null;
  choice: PageChoice;
  submissionKey: string;
  /** The form as it was sent without script, and why it was not taken. */
  unfinished: UnfinishedInquiry | undefined;
};

/** The Guyana Sales dialog as a page of its own, for browsers without script and for weak networks. */
export function InquiryPage({ product, detail, choice, submissionKey, unfinished }: Props) {
  const navigate = useNavigate();
  const productPath = detail ? `/product/${product.id}` : "/shop";
  const path = `/product/${product.id}/inquiry`;
  const given = unfinished?.answer ?? null;
  const inquiry = useInquiry({
    path,
    given,
    onSent: () => navigate(`${path}/sent`, { replace: true, state: { justSent: true } }),
  });
  // A page that was loaded anew opens at the form's head; otherwise the eye is at the button.
  const isFresh = given !== null && inquiry.answer === given;
  return (
    <div className="shell grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-10 pt-6 pb-20 md:grid-cols-12 md:pt-10 md:pb-32">
      <div className="md:col-span-7 lg:col-span-6">
        <Link
          to={productPath}
          className="-my-2 inline-flex items-center gap-2 py-2 text-sm text-ink-quiet transition-colors hover:text-demerara"
        >
          <ArrowLeft size={16} aria-hidden="true" />
          {detail ? `Back to ${product.name}` : "Back to the shop"}
        </Link>
        <p className="eyebrow mt-8">Guyana Sales</p>
        <h1 className="display mt-3 text-title wrap-anywhere">
          <InquiryTitle productName={product.name} />
        </h1>
        <div className="mt-5 mb-10 flex items-center gap-4">
          {detail && <PiecePicture product={detail} sizes="80px" className="w-20 md:hidden" />}
          <p className="max-w-[52ch] text-ink-soft">{INQUIRY_MESSAGES.promise}</p>
        </div>
        <InquiryForm
          id="inquiry-form"
          path={path}
          product={product}
          start={unfinished?.typed ?? blankInquiry(choice)}
          submissionKey={unfinished?.key || submissionKey}
          inquiry={inquiry}
          head={isFresh && <InquiryRefusal answer={given} />}
        >
          {!isFresh && <InquiryRefusal answer={inquiry.answer} />}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              size="lg"
              busy={inquiry.busy}
              busyLabel="Submitting..."
              className="grow sm:grow-0"
            >
              Submit Inquiry
            </Button>
            <ButtonLink to={productPath} variant="secondary" size="lg">
              Cancel
            </ButtonLink>
          </div>
        </InquiryForm>
      </div>
      {detail && <Piece product={detail} />}
    </div>
  );
}

function Piece({ product }: { product: ProductDetail }) {
  return (
    <aside
      aria-label="The piece you ask about"
      className="sticky top-28 hidden self-start md:col-span-5 md:col-start-8 md:block"
    >
      <PiecePicture product={product} sizes="(min-width: 1400px) 500px, 38vw" />
      <div className="mt-3 flex justify-between gap-4">
        <p>{product.name}</p>
        <Price amount={formatMoney(product.price)} />
      </div>
    </aside>
  );
}

type PictureProps = { product: ProductDetail; sizes: string; className?: string };

function PiecePicture({ product, sizes, className }: PictureProps) {
  const [image] = product.images;
  if (!image) return null;
  const { id, alt, width, height, focalX, focalY } = image;
  return (
    <div className={classNames("aspect-4/5 shrink-0 bg-cloth", className)}>
      <ResponsiveImage
        id={id}
        alt={alt}
        sizes={sizes}
        width={width}
        height={height}
        className="size-full object-cover"
        focal={{ x: focalX, y: focalY }}
      />
    </div>
  );
}
