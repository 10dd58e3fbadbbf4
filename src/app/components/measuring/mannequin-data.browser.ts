import { useEffect, useState } from "react";
import type {
  LandmarkName,
  MeasurementName,
} from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { Mannequin } from "./guide-memory.browser.ts";

/** The images are 1000 by 1800 px; the drawings use their pixels. */
export const IMAGE_WIDTH = 1000;
export const IMAGE_HEIGHT = 1800;

export const VIEWS = ["front", "back", "side"] as const;
type MannequinView = (typeof VIEWS)[number];

type Point = readonly [number, number];

type TapesFile = {
  readonly figures: Readonly<
    Record<
      Mannequin,
      Readonly<
        Record<
          string,
          {
            readonly view: MannequinView;
            readonly views: Readonly<
              Record<
                MannequinView,
                {
                  readonly parts: readonly { hidden: boolean; points: readonly Point[] }[];
                  readonly guide?: readonly Point[];
                }
              >
            >;
          }
        >
      >
    >
  >;
};

type LandmarksFile = {
  readonly figures: Readonly<
    Record<Mannequin, Readonly<Record<MannequinView, Readonly<Record<string, Point>>>>>
  >;
};

export type MannequinData = { readonly tapes: TapesFile; readonly landmarks: LandmarksFile };

const TAPES = "/figures/tapes.json";
const LANDMARKS = "/figures/landmarks.json";

/** All that the drawings of one mannequin load, about 280 kB. */
export const mannequinFiles = (mannequin: Mannequin): readonly string[] => [
  ...VIEWS.map((view) => `/figures/${mannequin}-${view}.webp`),
  TAPES,
  LANDMARKS,
];

let loading: Promise<MannequinData> | null = null;

async function fetchJson<Value>(url: string): Promise<Value> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as Value;
}

/** 20 kB, once for each page; a failed download is repeated by the next call. */
function loadMannequinData(): Promise<MannequinData> {
  loading ??= Promise.all([fetchJson<TapesFile>(TAPES), fetchJson<LandmarksFile>(LANDMARKS)]).then(
    ([tapes, landmarks]) => ({ tapes, landmarks }),
  );
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** Null until it has loaded: the mannequin is shown without a tape. */
export function useMannequinData(): MannequinData | null {
  const [data, setData] = useState<MannequinData | null>(null);
  useEffect(() => {
    let active = true;
    const load = () =>
      void loadMannequinData().then(
        (loaded) => active && setData(loaded),
        () => undefined,
      );
    load();
    addEventListener("online", load);
    return () => {
      active = false;
      removeEventListener("online", load);
    };
  }, []);
  return data;
}

export type DrawnLine = { readonly points: string; readonly look: "tape" | "behind" | "guide" };

/** What is drawn over the mannequin, in image pixels. */
export type Drawn = {
  readonly view: MannequinView;
  readonly lines: readonly DrawnLine[];
  /** Where the tape begins. */
  readonly start: Point | null;
  /** Landmarks, in the order of their numbers. */
  readonly rings: readonly Point[];
  /** x, y, width, height. */
  readonly box: readonly [number, number, number, number];
};

const WHOLE: Drawn["box"] = [150, 60, 700, 1690];

const inPixels = ([x, y]: Point): Point => [
  Math.round(x * IMAGE_WIDTH),
  Math.round(y * IMAGE_HEIGHT),
];

const pointList = (points: readonly Point[]) =>
  points
    .map(inPixels)
    .map((point) => point.join(","))
    .join(" ");

const MIN_BOX = 560;
/** Landmarks are small, and all of them are nearly as wide and high as the trunk. */
const MIN_BOX_OF_LANDMARKS = 420;
const MARGIN = 90;

/** The middle of the body, from left to right. */
const BODY_X = IMAGE_WIDTH / 2;

/** Part of the image around the points, with the body in the middle; never so near that the body is not recognized. */
function boxAround(points: readonly Point[], min = MIN_BOX): Drawn["box"] {
  const xs = points.flatMap(([x]) => [x, 2 * BODY_X - x]);
  const ys = points.map(([, y]) => y);
  const side = (values: readonly number[], end: number): [number, number] => {
    const least = Math.min(...values);
    const greatest = Math.max(...values);
    const size = Math.min(end, Math.max(min, greatest - least + 2 * MARGIN));
    const from = (least + greatest - size) / 2;
    return [Math.round(Math.max(0, Math.min(end - size, from))), Math.round(size)];
  };
  const [x, width] = side(xs, IMAGE_WIDTH);
  const [y, height] = side(ys, IMAGE_HEIGHT);
  return [x, y, width, height];
}

export function wholeMannequin(): Drawn {
  return { view: "front", lines: [], start: null, rings: [], box: WHOLE };
}

/** The tape of a measurement in its best view; the whole mannequin for those without a tape. */
export function drawTape(
  data: MannequinData | null,
  mannequin: Mannequin,
  name: MeasurementName,
): Drawn {
  const { tape } = MEASUREMENTS[name];
  const found = tape === null ? undefined : data?.tapes.figures[mannequin][tape];
  if (!found) return wholeMannequin();
  const { guide, parts } = found.views[found.view];
  const all = parts.flatMap(({ points }) => points).map(inPixels);
  return {
    view: found.view,
    lines: [
      ...(guide ? [{ points: pointList(guide), look: "guide" as const }] : []),
      ...parts.map(({ hidden, points }) => ({
        points: pointList(points),
        look: hidden ? ("behind" as const) : ("tape" as const),
      })),
    ],
    start: all[0] ?? null,
    rings: [],
    box: boxAround(all),
  };
}

const LANDMARK_POINTS: Readonly<Record<LandmarkName, string>> = {
  neckBase: "hps",
  shoulderTip: "shoulderTip",
  armpitLevel: "armpit",
  waist: "waistSide",
  hipBone: "hipSide",
};

/** A level line across the body at the height of a point. */
function levelThrough([x, y]: Point): DrawnLine {
  const half = Math.abs(x - BODY_X) + 120;
  return { points: `${BODY_X - half},${y} ${BODY_X + half},${y}`, look: "guide" };
}

/** The points of these landmarks; for the waist with the string that is tied there, for the armpit with its level. */
export function drawLandmarks(
  data: MannequinData | null,
  mannequin: Mannequin,
  landmarks: readonly LandmarkName[],
): Drawn {
  const points = data?.landmarks.figures[mannequin].front;
  const drawn = landmarks.flatMap((landmark) => {
    const point = points?.[LANDMARK_POINTS[landmark]];
    return point ? [{ landmark, ring: inPixels(point) }] : [];
  });
  if (drawn.length === 0) return wholeMannequin();
  const lines = drawn.flatMap(({ landmark, ring }) => {
    if (landmark === "waist") return drawTape(data, mannequin, "waist").lines;
    return landmark === "armpitLevel" ? [levelThrough(ring)] : [];
  });
  const rings = drawn.map(({ ring }) => ring);
  return { view: "front", lines, start: null, rings, box: boxAround(rings, MIN_BOX_OF_LANDMARKS) };
}
