import type { MouseEvent } from "react";
import { useEffect, useRef } from "react";
import type { ProductImage } from "#features/catalog/product.ts";
import { ResponsiveImage, useImageFailure } from "#ui/responsive-image.tsx";
import { widthsFor } from "./gallery-image.ts";

type Props = {
  image: ProductImage;
  enlarged: boolean;
  onEnlarge: (enlarged: boolean) => void;
};

/** The picture whole, or enlarged in a pane that scrolls to what was pressed. */
export function ZoomPane({ image, enlarged, onEnlarge }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const pressed = useRef({ x: 0.5, y: 0.5 });
  const { failed, watch } = useImageFailure(image.id);
  useEffect(() => {
    const view = pane.current;
    if (!view || !enlarged) return;
    view.scrollTo({
      left: pressed.current.x * view.scrollWidth - view.clientWidth / 2,
      top: pressed.current.y * view.scrollHeight - view.clientHeight / 2,
    });
    pressed.current = { x: 0.5, y: 0.5 };
  }, [enlarged]);
  const onClick = ({ detail, clientX, clientY, currentTarget }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    // A press by keyboard has no point: the middle stays.
    if (detail > 0) {
      pressed.current = {
        x: (clientX - box.left) / box.width,
        y: (clientY - box.top) / box.height,
      };
    }
    onEnlarge(!enlarged);
  };
  if (failed) {
    return (
      <p role="alert" className="flex size-full items-center justify-center text-ink-quiet">
        Failed to load image
      </p>
    );
  }
  return (
    <div ref={pane} className="absolute inset-0 overflow-auto overscroll-contain">
      <button
        type="button"
        aria-label={`${enlarged ? "Zoom out of" : "Zoom into"} ${image.alt}`}
        onClick={onClick}
        className={`block -outline-offset-4! ${enlarged ? "size-[225%] cursor-zoom-out" : "size-full cursor-zoom-in"}`}
      >
        <ResponsiveImage
          id={image.id}
          alt=""
          sizes={enlarged ? "225vw" : "100vw"}
          widths={widthsFor(image.width, 960)}
          width={image.width}
          height={image.height}
          priority
          watch={watch}
          className="size-full object-contain"
        />
      </button>
    </div>
  );
}
