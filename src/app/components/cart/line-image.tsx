import { useImageFailure } from "#ui/responsive-image.tsx";

type Props = {
  /** Path, or "" without an image. */
  address: string;
  width: "narrow" | "wide";
};

const widths = { narrow: "w-22", wide: "w-24 sm:w-32" };

/** Shows text for a missing or failed image (specification 8). */
export function LineImage({ address, width }: Props) {
  const { failed, watch } = useImageFailure(address);
  return (
    <div className={`aspect-4/5 shrink-0 self-start overflow-hidden bg-cloth ${widths[width]}`}>
      {address === "" || failed ? (
        <p className="flex size-full items-center justify-center p-2 text-center text-xs text-ink-quiet">
          {failed ? "Image not available" : "No Image Available"}
        </p>
      ) : (
        <img
          src={address}
          alt=""
          width={320}
          height={400}
          decoding="async"
          {...watch}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
