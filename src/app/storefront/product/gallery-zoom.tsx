import { ArrowLeft, ArrowRight, X, ZoomIn, ZoomOut } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { ProductImage } from "#features/catalog/product.ts";
import { IconButton } from "#ui/button.tsx";
import { ZoomPane } from "./zoom-pane.tsx";

type Props = {
  images: readonly ProductImage[];
  /** The picture that was pressed. */
  start: number;
  productName: string;
  onClose: () => void;
};

/**
 * One picture as large as the screen; a press or plus enlarges it, dragging or arrows move it then, left and right go
 * to the next, Escape closes. The browser's own modal window holds the focus and returns it.
 */
export function GalleryZoom({ images, start, productName, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState(start);
  const [enlarged, setEnlarged] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const image = images[place];
  if (!image) return null;
  const go = (step: number) => {
    setEnlarged(false);
    setPlace((place + step + images.length) % images.length);
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
            {images.length > 1 && `Image ${place + 1} of ${images.length}`}
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
