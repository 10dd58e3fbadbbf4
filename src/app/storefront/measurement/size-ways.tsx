import { Link } from "react-router";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import type { SizeAdvice } from "#features/measurement/find-my-size.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { WizardProduct } from "./wizard-product.ts";
import { availability } from "./wizard-product.ts";
import { productSizePath } from "./wizard-url.ts";

type Props = { advice: SizeAdvice; product: WizardProduct | null };

/** What to do with an advice: take the size, take Custom, or ask us (decisions M3 and M4). */
export function SizeWays({ advice, product }: Props) {
  const isOffChart = advice.kind === "above" || advice.kind === "below";
  if (!product) {
    return advice.advisesCustom ? (
      <p className="text-ink-soft">
        Choose Custom on the piece you like, or{" "}
        <Link to="/contact" className="link">
          ask the atelier
        </Link>
        .
      </p>
    ) : null;
  }
  const state = isOffChart ? "off-chart" : availability(product, advice.size);
  const custom = availability(product, CUSTOM_SIZE) === "available";
  const offersCustom = custom && (advice.advisesCustom || state !== "available");
  return (
    <div>
      {state === "sold-out" && (
        <p className="mb-4 text-ink-soft">
          {product.name} is sold out in {advice.size} for now.
        </p>
      )}
      {state === "absent" && (
        <p className="mb-4 text-ink-soft">
          {product.name} is not made in {advice.size}.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {state === "available" && (
          <ButtonLink
            to={productSizePath(product.id, advice.size)}
            variant={offersCustom ? "secondary" : "primary"}
          >
            Choose {advice.size} for {product.name}
          </ButtonLink>
        )}
        {offersCustom && (
          <ButtonLink to={productSizePath(product.id, CUSTOM_SIZE)}>
            Choose Custom for {product.name}
          </ButtonLink>
        )}
        {(advice.advisesCustom || state !== "available") && (
          <ButtonLink to={`/contact?product=${product.id}`} variant="quiet">
            Ask us about this piece
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
