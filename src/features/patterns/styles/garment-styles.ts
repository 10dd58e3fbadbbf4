/**
 * What a garment may look like, in a tailor's words, by what is decided. Each design says which of these it draws (`style-rules.ts`);
 * everything else of the same kind is made by hand.
 */
export const STYLES = {
  length: {
    title: "Length",
    values: {
      standard: "as the garment usually has it",
      cropped: "ends above the hip",
      hip: "ends at the hip",
      seat: "covers the seat",
      mid_thigh: "ends in the middle of the thigh",
      above_knee: "ends above the knee",
      knee: "ends at the knee",
      midi: "ends between knee and ankle",
      ankle: "ends at the ankle",
      floor: "ends just above the floor",
    },
  },
  heel: {
    title: "Heels",
    values: {
      flat: "for flat shoes",
      low: "for heels of 3 cm",
      middle: "for heels of 6 cm",
      high: "for heels of 9 cm",
    },
  },
  sleeve: {
    title: "Sleeve",
    values: {
      none: "no sleeves",
      short: "short",
      elbow: "to the elbow",
      three_quarter: "three-quarter",
      long: "long",
    },
  },
  neckline: {
    title: "Neckline",
    values: {
      round: "round",
      v: "V",
      boat: "boat",
      square: "square",
      high: "high",
      sweetheart: "sweetheart",
      cowl: "cowl",
      off_shoulder: "off the shoulder",
    },
  },
  collar: {
    title: "Collar",
    values: {
      classic: "classic, turned down",
      spread: "spread",
      button_down: "button-down",
      band: "band without points",
    },
  },
  cuff: {
    title: "Cuff",
    values: { one_button: "one button", two_buttons: "two buttons", french: "French, folded back" },
  },
  front: {
    title: "Front",
    values: { placket: "stitched placket", plain: "plain", covered: "covered buttons" },
  },
  lapel: { title: "Lapel", values: { notch: "notch", peak: "peak", shawl: "shawl" } },
  closing: {
    title: "Closing",
    values: {
      one: "one button",
      two: "two buttons",
      three: "three buttons",
      double: "double-breasted, two rows of buttons",
    },
  },
  belt: {
    title: "Belt",
    values: { none: "none", buckled: "belt with a buckle", tied: "sash, tied in front" },
  },
  back: {
    title: "Back",
    values: { half_belt: "half belt and pleats", plain: "plain, with a center seam" },
  },
  vents: {
    title: "Vents",
    values: { none: "none", middle: "one in the middle", sides: "two at the sides" },
  },
  slit: { title: "Slit", values: { none: "none", back: "at the back", sides: "at the sides" } },
  pleats: {
    title: "Pants front",
    values: { none: "flat", one: "one pleat", two: "two pleats" },
  },
  leg: { title: "Leg", values: { straight: "straight", wide: "wide at the hem" } },
  leg_hem: { title: "Pants hem", values: { plain: "plain", turn_up: "turn-up" } },
} as const satisfies Record<string, { title: string; values: Readonly<Record<string, string>> }>;

export type StyleKind = keyof typeof STYLES;

type NameOf<Kind extends StyleKind> = `${Kind}:${keyof (typeof STYLES)[Kind]["values"] & string}`;

/** "length:knee": what is decided, and how. */
export type StyleName = { [Kind in StyleKind]: NameOf<Kind> }[StyleKind];

export const STYLE_KINDS = Object.keys(STYLES) as readonly StyleKind[];

/** Every style of one kind, in the order in which an owner reads them. */
export function stylesOfKind(kind: StyleKind): readonly StyleName[] {
  return Object.keys(STYLES[kind].values).map((value) => `${kind}:${value}` as StyleName);
}

const ALL_STYLES: ReadonlySet<string> = new Set(STYLE_KINDS.flatMap(stylesOfKind));

/** Whether external text names a style. */
export function isStyleName(text: string): text is StyleName {
  return ALL_STYLES.has(text);
}

export function kindOfStyle(style: StyleName): StyleKind {
  return style.slice(0, style.indexOf(":")) as StyleKind;
}

/** "ends at the knee": what is decided of its kind. */
export function valueOfStyle(style: StyleName): string {
  const kind = kindOfStyle(style);
  const values: Readonly<Record<string, string>> = STYLES[kind].values;
  return values[style.slice(kind.length + 1)] ?? "";
}

/** "Length: ends at the knee". */
export function styleText(style: StyleName): string {
  return `${STYLES[kindOfStyle(style)].title}: ${valueOfStyle(style)}`;
}
