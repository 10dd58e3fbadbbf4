import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import type { ProductImage } from "#features/catalog/product.ts";
import { HeroPicture } from "./hero-picture.tsx";

/** The shop's banner, as a whole the way to the measurement wizard (specification 2). */
export function ShopBanner({ image }: { image: ProductImage | null }) {
  return (
    <Link
      to="/measurement"
      className="group relative isolate block overflow-hidden bg-cloth -outline-offset-4"
    >
      <span className="relative block h-56 sm:h-72 md:absolute md:inset-0 md:h-auto">
        {image && <HeroPicture image={image} />}
      </span>
      <span className="shell relative flex flex-col justify-center py-10 md:min-h-[clamp(24rem,31vw,37.5rem)]">
        <h1 className="display max-w-[12ch] text-4xl">Bespoke Fashion, Powered by AI</h1>
        <span className="mt-5 block max-w-[34ch] text-ink-soft">
          AI measurement is coming soon. Our size guide finds your fit today, and Custom is cut to
          you alone.
        </span>
        <span className="mt-7 flex items-center gap-3 text-sm font-medium transition-colors group-hover:text-demerara">
          Begin with your measures
          <ArrowRight
            size={18}
            aria-hidden="true"
            className="transition-transform group-hover:translate-x-1"
          />
        </span>
      </span>
    </Link>
  );
}
