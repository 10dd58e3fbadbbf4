/** Each cell has a darkest and a brightest tone. */
export const TONE_COLUMNS = 16;
export const TONE_ROWS = 10;

/** The tones are of theme colors, 0 to 255 (src/ui/theme.css). */
const BACKGROUND_TONE = 245;
const INK_TONE = 25;

/** The smallest text needs 4.5:1 (WCAG 1.4.3), in full ink or paper; the rest is a margin for the grid. */
export const MIN_HERO_CONTRAST = 5;

/** The text stands over an image, with veils of 0 to 1 below and above 1024 pixels. */
export type HeroTreatment = { text: "dark" | "light"; narrowVeil: number; wideVeil: number };

type Measured = {
  width: number;
  height: number;
  focalX: number;
  focalY: number;
  /** Each cell has two, by rows; null before measuring. */
  tones: readonly number[] | null;
};

/** The views are home heroes from small tablet to wide screen, with their share under text. */
const NARROW_VIEWS = [
  { width: 768, height: 760, covered: 0.72 },
  { width: 1000, height: 720, covered: 0.58 },
];
const WIDE_VIEWS = [
  { width: 1024, height: 700, covered: 0.56 },
  { width: 1440, height: 760, covered: 0.53 },
  { width: 1920, height: 928, covered: 0.53 },
];

type View = (typeof WIDE_VIEWS)[number];

const linear = (tone: number) => {
  const share = tone / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** The contrast of two tones is 1 to 21 (WCAG 2.2). */
export function toneContrast(one: number, other: number): number {
  const [dark = 0, bright = 0] = [linear(one), linear(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

export const veiled = (tone: number, veil: number, veilTone: number): number =>
  tone * (1 - veil) + veilTone * veil;

/** The veil grows in steps of 5 %. */
function veilFor(tone: number, text: number, veilTone: number): number {
  for (let step = 0; step < 20; step += 1) {
    if (toneContrast(veiled(tone, step / 20, veilTone), text) >= MIN_HERO_CONTRAST)
      return step / 20;
  }
  return 1;
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * The extreme tones under a view's text; null outside the image, which covers its box around the focal point,
 * at most at its own pixels.
 */
function tonesUnderText(image: Measured, tones: readonly number[], view: View) {
  const box = {
    width: Math.min(view.width, image.width),
    height: Math.min(view.height, image.height),
  };
  const left = view.width - box.width;
  const textRight = view.width * view.covered;
  if (textRight <= left) return null;
  const scale = Math.max(box.width / image.width, box.height / image.height);
  const shown = { x: box.width / scale / image.width, y: box.height / scale / image.height };
  const start = { x: (1 - shown.x) * image.focalX, y: (1 - shown.y) * image.focalY };
  const endX = start.x + shown.x * within((textRight - left) / box.width, 0, 1);
  const columns = [Math.floor(start.x * TONE_COLUMNS), Math.ceil(endX * TONE_COLUMNS)] as const;
  const rows = [
    Math.floor(start.y * TONE_ROWS),
    Math.ceil((start.y + shown.y) * TONE_ROWS),
  ] as const;
  let darkest = 255;
  let brightest = 0;
  for (let row = rows[0]; row < Math.min(rows[1], TONE_ROWS); row += 1) {
    for (let column = columns[0]; column < Math.min(columns[1], TONE_COLUMNS); column += 1) {
      const cell = 2 * (row * TONE_COLUMNS + column);
      darkest = Math.min(darkest, tones[cell] ?? 255);
      brightest = Math.max(brightest, tones[cell + 1] ?? 0);
    }
  }
  return { darkest, brightest, isWhole: left === 0 && box.height >= view.height };
}

/** Light text: null where the background would show. */
function veilsFor(image: Measured, tones: readonly number[], views: readonly View[]) {
  const under = views
    .map((view) => tonesUnderText(image, tones, view))
    .filter((each) => each !== null);
  const darkest = Math.min(...under.map((view) => view.darkest), BACKGROUND_TONE);
  const brightest = Math.max(...under.map((view) => view.brightest), 0);
  const isWhole = under.length === views.length && under.every((view) => view.isWhole);
  return {
    dark: veilFor(darkest, INK_TONE, BACKGROUND_TONE),
    light: isWhole ? veilFor(brightest, BACKGROUND_TONE, INK_TONE) : null,
  };
}

/**
 * Chooses text and veil for a hero by its tones, with enough contrast at every width. An unmeasured image gets the
 * strongest veil.
 */
export function heroTreatment(image: Measured): HeroTreatment {
  const { tones } = image;
  if (!tones || tones.length < 2 * TONE_COLUMNS * TONE_ROWS) {
    return { text: "dark", narrowVeil: 1, wideVeil: 1 };
  }
  const narrow = veilsFor(image, tones, NARROW_VIEWS);
  const wide = veilsFor(image, tones, WIDE_VIEWS);
  const isLighter =
    narrow.light !== null &&
    wide.light !== null &&
    narrow.light + wide.light < narrow.dark + wide.dark;
  if (isLighter) return { text: "light", narrowVeil: narrow.light ?? 1, wideVeil: wide.light ?? 1 };
  return { text: "dark", narrowVeil: narrow.dark, wideVeil: wide.dark };
}
