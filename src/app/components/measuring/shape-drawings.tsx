import { useId } from "react";
import type { Mannequin } from "./guide-memory.browser.ts";
import { IMAGE_HEIGHT, IMAGE_WIDTH } from "./mannequin-data.browser.ts";

/** Heights of joints in the side view, in image pixels. */
const JOINTS: Readonly<
  Record<Mannequin, { crown: number; neck: number; chest: number; hip: number }>
> = {
  woman: { crown: 186, neck: 420, chest: 590, hip: 945 },
  man: { crown: 95, neck: 350, chest: 520, hip: 927 },
};

const FLOOR = 1_705;
const ANKLE_X = 506;

/** How far each part leans back (+) or forward (−), per pixel of height. */
type Stance = { legs: number; waist: number; back: number; head: number };

const STANCES: Readonly<Record<string, Stance>> = {
  upright: { legs: 0, waist: 0.03, back: 0.07, head: 0.1 },
  average: { legs: 0, waist: 0.02, back: -0.08, head: -0.16 },
  forward: { legs: 0.01, waist: 0.05, back: -0.3, head: -0.4 },
  "leaning back": { legs: -0.07, waist: 0.16, back: 0.16, head: -0.08 },
};

const STRAIGHT: Stance = { legs: 0, waist: 0, back: 0, head: 0 };

type Part = { from: number; to: number; lean: number };

/** Each part is the image sheared about its lower joint, moved to where the part below ends. */
function placed(parts: readonly Part[]): (Part & { shift: number })[] {
  let shift = 0;
  return parts.map((part) => {
    const at = { ...part, shift };
    shift += part.lean * (part.to - part.from);
    return at;
  });
}

type Props = { mannequin?: Mannequin; className?: string };

/** The mannequin from its left side, looking left, before a plumb line through the ankle. */
export function PostureDrawing(props: Props & { posture: string }) {
  const { className = "h-40 w-auto", mannequin = "woman", posture } = props;
  const clip = useId();
  const { chest, crown, hip, neck } = JOINTS[mannequin];
  const { back, head, legs, waist } = STANCES[posture] ?? STRAIGHT;
  const parts = placed([
    { from: hip, to: FLOOR, lean: legs },
    { from: chest, to: hip, lean: waist },
    { from: neck, to: chest, lean: back },
    { from: 0, to: neck, lean: head },
  ]);
  const top = crown - 40;
  return (
    <svg
      viewBox={`230 ${top} 540 ${hip + 240 - top}`}
      className={className}
      data-own-ground=""
      aria-hidden="true"
    >
      {parts.map(({ from, lean, shift, to }) => (
        <g key={to} transform={`matrix(1 0 ${-lean} 1 ${lean * to + shift} 0)`}>
          <clipPath id={`${clip}${to}`}>
            <rect x="0" y={from - 4} width={IMAGE_WIDTH} height={to - from + 8} />
          </clipPath>
          <image
            href={`/figures/${mannequin}-side.webp`}
            width={IMAGE_WIDTH}
            height={IMAGE_HEIGHT}
            clipPath={`url(#${clip}${to})`}
          />
        </g>
      ))}
      <path
        d={`M${ANKLE_X} ${top}V${FLOOR}`}
        className="stroke-demerara"
        strokeWidth="5"
        strokeDasharray="16 18"
        fill="none"
      />
    </svg>
  );
}

type Shoulder = { hps: readonly [number, number]; tip: readonly [number, number]; crown: number };

/** The figure's left shoulder in the front view; the other one mirrors it. */
const SHOULDERS: Readonly<Record<Mannequin, Shoulder>> = {
  woman: { hps: [550, 414], tip: [659, 453], crown: 186 },
  man: { hps: [560, 343], tip: [686, 381], crown: 95 },
};

/** How far the shoulder falls (+) or rises (−) beside the mannequin's, per pixel away from the neck. */
const FALLS: Readonly<Record<string, number>> = { square: -0.24, average: 0, sloping: 0.24 };

const MIDDLE = IMAGE_WIDTH / 2;
/** The neck stays as it is from here down. */
const ABOVE_NECK = 26;

/** Head and shoulders from the front, with the line of the shoulder in demerara. */
export function ShoulderDrawing(props: Props & { shoulders: string }) {
  const { className = "h-24 w-auto md:h-32", mannequin = "woman", shoulders } = props;
  const clip = useId();
  const { crown, hps, tip } = SHOULDERS[mannequin];
  const fall = FALLS[shoulders] ?? 0;
  const [neckX, neckY] = hps;
  const cut = neckY - ABOVE_NECK;
  const far = IMAGE_WIDTH - neckX;
  const areas = [
    { name: "head", x: 0, y: 0, width: IMAGE_WIDTH, height: cut + 1, transform: undefined },
    { name: "neck", x: far - 4, y: cut - 4, width: neckX - far + 8, height: IMAGE_HEIGHT - cut },
    {
      name: "left",
      x: neckX,
      y: cut,
      width: far,
      height: IMAGE_HEIGHT - cut,
      transform: `matrix(1 ${fall} 0 1 0 ${-fall * neckX})`,
    },
    {
      name: "right",
      x: 0,
      y: cut,
      width: far,
      height: IMAGE_HEIGHT - cut,
      transform: `matrix(1 ${-fall} 0 1 0 ${fall * far})`,
    },
  ];
  const tipY = tip[1] + fall * (tip[0] - neckX);
  const line = `M${neckX} ${neckY}L${tip[0]} ${tipY}`;
  const top = crown + 90;
  return (
    <svg viewBox={`220 ${top} 560 420`} className={className} data-own-ground="" aria-hidden="true">
      {areas.map(({ height, name, transform, width, x, y }) => (
        <g key={name} transform={transform}>
          <clipPath id={`${clip}${name}`}>
            <rect x={x} y={y} width={width} height={height} />
          </clipPath>
          <image
            href={`/figures/${mannequin}-front.webp`}
            width={IMAGE_WIDTH}
            height={IMAGE_HEIGHT}
            clipPath={`url(#${clip}${name})`}
          />
        </g>
      ))}
      <g className="stroke-demerara" strokeWidth="8" strokeLinecap="round" fill="none">
        <path d={line} />
        <path d={line} transform={`translate(${2 * MIDDLE} 0) scale(-1 1)`} />
      </g>
      <path
        d={`M220 ${neckY}H780`}
        className="stroke-ink-quiet"
        strokeWidth="3"
        strokeDasharray="12 14"
        fill="none"
      />
    </svg>
  );
}
