/** What is compared: a design, or the designs that the shop tries in turn. */
export type Garment = {
  readonly name: string;
  readonly designs: readonly string[];
  /** Percent that must be ready: of the 400 and of the heavy 200; null without a demand. */
  readonly least: { readonly people: number; readonly heavy: number | null } | null;
};

const one = (design: string, least: Garment["least"] = null): Garment => ({
  name: design,
  designs: [design],
  least,
});

const EASY = { people: 95, heavy: 90 };
const TAILORED = { people: 90, heavy: 80 };

export const GARMENTS: readonly Garment[] = [
  one("simon", EASY),
  one("simone", EASY),
  one("teagan", EASY),
  one("wahid", EASY),
  one("penelope", EASY),
  one("sandy", EASY),
  one("bibi", EASY),
  one("charlie"),
  one("titan"),
  { name: "charlie or titan", designs: ["charlie", "titan"], least: EASY },
  { name: "titan or charlie", designs: ["titan", "charlie"], least: EASY },
  one("jaeger", TAILORED),
  one("carlton", TAILORED),
  one("carlita", TAILORED),
  one("bella", TAILORED),
  one("noble", TAILORED),
  one("trayvon"),
  one("benjamin"),
  one("paco"),
];
