import { ArrowLeft, ArrowRight, X, ZoomIn, ZoomOut } from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { widthsFor } from "#app/components/product/gallery-image.ts";
import type { ProductImage } from "#features/catalog/products/product.ts";
import { IconButton } from "#ui/button.tsx";
import { ResponsiveImage, useImageFailure } from "#ui/responsive-image.tsx";

type GalleryZoomProps = {
  images: readonly ProductImage[];
  start: number;
  productName: string;
  onClose: () => void;
};

/** A click or plus enlarges; dragging or arrows move the image. The native modal dialog holds and returns focus. */
export function GalleryZoom({ images, start, productName, onClose }: GalleryZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const [enlarged, setEnlarged] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const image = images[index];
  if (!image) return null;
  const go = (step: number) => {
    setEnlarged(false);
    setIndex((index + step + images.length) % images.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "+" || event.key === "=") setEnlarged(true);
    if (event.key === "-") setEnlarged(false);
    if (enlarged || images.length < 2) return;
    if (event.key === "ArrowRight") go(1);
    if (event.key === "ArrowLeft") go(-1);
  };
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${productName}, enlarged`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper text-ink backdrop:bg-paper"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4 sm:pl-6">
          <p className="figures text-sm text-ink-quiet" aria-live="polite">
            {images.length > 1 && `Image ${index + 1} of ${images.length}`}
          </p>
          <div className="flex">
            <IconButton
              label={enlarged ? "Zoom out" : "Zoom in"}
              icon={enlarged ? <ZoomOut size={20} aria-hidden /> : <ZoomIn size={20} aria-hidden />}
              onClick={() => setEnlarged(!enlarged)}
            />
            <IconButton
              label="Close"
              icon={<X size={22} aria-hidden />}
              onClick={() => dialog.current?.close()}
            />
          </div>
        </div>
        <div className="relative min-h-0 grow">
          <ZoomPane key={image.id} image={image} enlarged={enlarged} onEnlarge={setEnlarged} />
          {images.length > 1 && !enlarged && <Steps onStep={go} />}
        </div>
      </div>
    </dialog>
  );
}

function Steps({ onStep }: { onStep: (step: number) => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-2 top-1/2 flex -translate-y-1/2 justify-between *:pointer-events-auto">
      <IconButton
        label="Previous image"
        className="rounded-full! bg-paper/90"
        icon={<ArrowLeft size={20} aria-hidden />}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label="Next image"
        className="rounded-full! bg-paper/90"
        icon={<ArrowRight size={20} aria-hidden />}
        onClick={() => onStep(1)}
      />
    </div>
  );
}

type ZoomPaneProps = {
  image: ProductImage;
  enlarged: boolean;
  onEnlarge: (enlarged: boolean) => void;
};

/** When enlarged, scrolls to the clicked point. */
function ZoomPane({ image, enlarged, onEnlarge }: ZoomPaneProps) {
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
    // A keyboard press has no point: center it.
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
