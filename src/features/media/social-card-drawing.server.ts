import type { Outliner, Setting } from "./outlined-text.server.ts";
import type { SocialCard } from "./social-card.ts";
import { SOCIAL_CARD_SIZE } from "./social-card.ts";

/** The house's tokens (design.md): a drawing knows no style sheet. */
const ink = "#1C1815";
const quiet = "#6A655F";
const line = "#E2DACD";
const demerara = "#9A5B25";

const CLOTH = "#F1ECE2";

/** The ground of the card. */
export const CARD_BACKGROUND = "#F8F5EF";

const { width: WIDTH, height: HEIGHT } = SOCIAL_CARD_SIZE;

const panel = (width: number) => ({ left: WIDTH - width, width });

/** The picture stands at the right, a piece's four to five as on every shelf; no word ever stands on it. */
export const PANELS = { piece: panel(504), house: panel(656) } as const;

const MARGIN = 72;
const TITLE_SIZES = { piece: [92, 80, 68, 58, 50], house: [104, 92, 80, 68, 56] } as const;
const MOST_LINES = 3;
const MOST_EYEBROW = 40;

const columnOf = ({ look }: SocialCard) => PANELS[look].left - 2 * MARGIN;

type Line = { text: string; x: number; y: number; color: string; setting: Setting };

function drawn(outliner: Outliner, { text, x, y, color, setting }: Line): string {
  const { path } = outliner.outline(text.replaceAll("'", "’"), setting);
  return `<path transform="translate(${x} ${y})" fill="${color}" d="${path}"/>`;
}

type Title = { lines: readonly string[]; sizePx: number };

/** More than three lines ever hold: what lies beyond need not even be tried. */
const MOST_LETTERS = 160;

/** The title in the largest size in which it fits; a longer one ends in an ellipsis. */
export function setTitle(
  outliner: Outliner,
  text: string,
  box: { widthPx: number; sizes: readonly number[]; mostLines: number },
): Title {
  const title = [...text].slice(0, MOST_LETTERS).join("");
  const settingOf = (sizePx: number): Setting => ({ face: "display", sizePx });
  const isNarrow = (line: string, sizePx: number) =>
    outliner.widthPx(line, settingOf(sizePx)) <= box.widthPx;
  for (const sizePx of box.sizes) {
    const lines = outliner.wrap(title, settingOf(sizePx), box.widthPx);
    const fits = lines.length <= box.mostLines && lines.every((line) => isNarrow(line, sizePx));
    if (fits) return { lines, sizePx };
  }
  const sizePx = box.sizes.at(-1) ?? 0;
  const lines = outliner.wrap(title, settingOf(sizePx), box.widthPx).slice(0, box.mostLines);
  const shown = lines.map((line, index) =>
    index < lines.length - 1 && isNarrow(line, sizePx)
      ? line
      : shortenTo(line, (shorter) => isNarrow(shorter, sizePx)),
  );
  return { lines: shown, sizePx };
}

/** The longest beginning that fits with its ellipsis. */
function shortenTo(line: string, fits: (text: string) => boolean): string {
  const letters = [...line];
  const cut = (length: number) => `${letters.slice(0, length).join("").trimEnd()}…`;
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(cut(middle))) least = middle;
    else most = middle - 1;
  }
  return cut(least);
}

function titleLines(title: Title, lastBaseline: number): Line[] {
  const leading = title.sizePx * 0.98;
  return title.lines.map((text, index) => ({
    text,
    x: MARGIN,
    y: lastBaseline - (title.lines.length - 1 - index) * leading,
    color: ink,
    setting: { face: "display", sizePx: title.sizePx },
  }));
}

function pieceLines(outliner: Outliner, card: SocialCard, title: Title): Line[] {
  const lastBaseline = card.line === "" ? HEIGHT - 88 : HEIGHT - 158;
  const lines = titleLines(title, lastBaseline);
  const top = (lines[0]?.y ?? lastBaseline) - title.sizePx * 0.72;
  const box = { widthPx: columnOf(card), sizes: [36], mostLines: 1 };
  const [house = ""] = setTitle(outliner, card.house, box).lines;
  return [
    { text: house, x: MARGIN, y: 98, color: ink, setting: { face: "display", sizePx: 36 } },
    {
      text: card.eyebrow.slice(0, MOST_EYEBROW).toLocaleUpperCase("en"),
      x: MARGIN,
      y: top - 26,
      color: demerara,
      setting: { face: "text", sizePx: 19, spacingPx: 2.6 },
    },
    ...lines,
    {
      text: card.line,
      x: MARGIN,
      y: HEIGHT - 80,
      color: ink,
      setting: { face: "text", sizePx: 36 },
    },
  ];
}

function houseLines(card: SocialCard, title: Title): Line[] {
  return [
    ...titleLines(title, HEIGHT - 156),
    {
      text: card.line,
      x: MARGIN + 2,
      y: HEIGHT - 88,
      color: quiet,
      setting: { face: "text", sizePx: 26 },
    },
  ];
}

/** A card's words and rules as a drawing to lay over its ground and picture. */
export function cardDrawing(outliner: Outliner, card: SocialCard): string {
  const isPiece = card.look === "piece";
  const widthPx = columnOf(card);
  const sizes = TITLE_SIZES[card.look];
  const title = setTitle(outliner, card.title, { widthPx, sizes, mostLines: MOST_LINES });
  const lines = isPiece ? pieceLines(outliner, card, title) : houseLines(card, title);
  const rule = isPiece
    ? `<rect x="${MARGIN}" y="128" width="${widthPx}" height="1" fill="${line}"/>`
    : "";
  const monogram = card.picture ? "" : monogramDrawing(outliner, card);
  const words = lines.map((each) => drawn(outliner, each)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${rule}${monogram}${words}</svg>`;
}

/** Two large letters where the picture would be. */
function monogramDrawing(outliner: Outliner, card: SocialCard): string {
  const { left, width } = PANELS[card.look];
  const setting: Setting = { face: "display", sizePx: 250 };
  const widthPx = outliner.widthPx(card.monogram, setting);
  const x = left + (width - widthPx) / 2;
  const ground = `<rect x="${left}" width="${width}" height="${HEIGHT}" fill="${CLOTH}"/>`;
  return (
    ground +
    drawn(outliner, { text: card.monogram, x, y: HEIGHT / 2 + 82, color: demerara, setting })
  );
}
