import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import type { ProductImage } from "#features/catalog/product.ts";

/** The shop's banner, as a whole the way to the measurement wizard (specification 2). */
export function ShopBanner({ image }: { image: ProductImage | null }) {
  return (
    <Link to="/measurement" className="group block -outline-offset-4">
      <HeroBand image={image} picture="wide">
        <h1 className="display max-w-[17ch] text-4xl">Bespoke Fashion, Powered by AI</h1>
        <p className="mt-5 max-w-[36ch] text-balance text-ink-soft">
          AI measurement is coming soon. Our size guide finds your fit today, and Custom is cut to
          you alone.
        </p>
        <p className="mt-7 flex items-center gap-3 text-sm font-medium transition-colors group-hover:text-demerara">
          Begin with your measures
          <ArrowRight
            size={18}
            aria-hidden="true"
            className="transition-transform group-hover:translate-x-1"
          />
        </p>
      </HeroBand>
    </Link>
  );
}
