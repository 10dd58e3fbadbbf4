import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { INQUIRY_MESSAGES } from "#features/inbox/inquiry-form-result.ts";
import { ButtonLink } from "#ui/button.tsx";

/** Where somebody comes after sending an inquiry from its own page; may be loaded again without sending it again. */
export function InquirySent({ product }: { product: { id: string; name: string } | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation();
  const justSent = state?.justSent === true;
  useEffect(() => {
    // The form's button had the focus and is gone: the reader goes on here.
    if (justSent) heading.current?.focus();
  }, [justSent]);
  return (
    <div className="shell flex min-h-[70svh] flex-col justify-center py-20">
      <p className="eyebrow">Guyana Sales</p>
      <h1
        ref={heading}
        tabIndex={-1}
        className="display mt-5 max-w-[18ch] text-4xl outline-none wrap-anywhere"
      >
        {INQUIRY_MESSAGES.sentTitle}
      </h1>
      <p className="mt-5 max-w-[52ch] text-lg text-ink-soft">{INQUIRY_MESSAGES.sentText}</p>
      <div className="mt-10 flex flex-col gap-3 sm:flex-row">
        {product && (
          <ButtonLink to={`/product/${product.id}`} size="lg">
            Back to {product.name}
          </ButtonLink>
        )}
        <ButtonLink to="/shop" variant={product ? "secondary" : "primary"} size="lg">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}
