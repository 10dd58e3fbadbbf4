import { useNavigate } from "react-router";
import { ButtonLink } from "#ui/button.tsx";

/** Covers unknown, malformed and deleted ids alike (specification 2). */
export function ProductNotFound() {
  const navigate = useNavigate();
  return (
    <div className="shell flex min-h-[70svh] flex-col items-center justify-center py-20 text-center">
      <p className="eyebrow">Not available</p>
      <h1 className="display mt-4 text-4xl">Product Not Found</h1>
      <p className="mt-4 max-w-[46ch] text-ink-soft">
        This piece is no longer available, or the link to it is not complete.
      </p>
      <ButtonLink
        to="/shop"
        size="lg"
        className="mt-8"
        onClick={(event) => {
          // Goes back only to a page of the shop; otherwise links to the shop.
          const fromHere =
            window.history.state?.idx > 0 || document.referrer.startsWith(`${location.origin}/`);
          if (!fromHere) return;
          event.preventDefault();
          navigate(-1);
        }}
      >
        Go Back
      </ButtonLink>
    </div>
  );
}
