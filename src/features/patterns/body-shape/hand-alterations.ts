import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { HandAlterationName } from "./shape-alterations.ts";

/** The parts on which a tailor makes an alteration by hand. */
type HandParts = Readonly<Partial<Record<HandAlterationName, readonly string[]>>>;

const SHIRT: HandParts = {
  lowerShoulder: ["simon.frontRight", "simon.frontLeft", "simon.yoke", "simon.back"],
  upperArm: ["simon.sleeve"],
};

const COAT_SLEEVE = ["carlton.topsleeve", "carlton.undersleeve"];

/** Every design that hangs from the shoulders has parts for one lower shoulder, and every sleeve for an unusual upper arm. */
const HAND_ALTERED: Readonly<Partial<Record<DraftableDesign, HandParts>>> = {
  simon: SHIRT,
  simone: SHIRT,
  teagan: { lowerShoulder: ["teagan.front", "teagan.back"], upperArm: ["teagan.sleeve"] },
  jaeger: {
    lowerShoulder: [
      "jaeger.front",
      "jaeger.frontFacing",
      "jaeger.frontLining",
      "jaeger.side",
      "jaeger.back",
    ],
    upperArm: ["jaeger.topsleeve", "jaeger.undersleeve"],
  },
  wahid: { lowerShoulder: ["wahid.front", "wahid.frontFacing", "wahid.frontLining", "wahid.back"] },
  carlton: {
    lowerShoulder: [
      "carlton.front",
      "carlton.frontFacing",
      "carlton.frontLining",
      "carlton.back",
      "carlton.backStay",
    ],
    upperArm: COAT_SLEEVE,
  },
  carlita: {
    lowerShoulder: [
      "carlita.front",
      "carlita.frontFacing",
      "carlita.frontLining",
      "carlita.side",
      "carlita.back",
      "carlton.backStay",
    ],
    upperArm: COAT_SLEEVE,
  },
  bibi: { lowerShoulder: ["bibi.front", "bibi.back"], upperArm: ["bibi.sleeve"] },
  bella: { lowerShoulder: ["bella.frontSideDart", "bella.back"], upperArm: ["bella.sleeve"] },
  noble: {
    lowerShoulder: [
      "noble.frontInside",
      "noble.frontOutside",
      "noble.backInside",
      "noble.backOutside",
    ],
  },
};

/** The parts of a design on which an alteration is made by hand; none where the design has nothing to alter. */
export function handAlteredParts(
  design: DraftableDesign,
  name: HandAlterationName,
): readonly string[] {
  return HAND_ALTERED[design]?.[name] ?? [];
}

/** What the tailor does on the paper, with the amount, as the cut list says it. `mm` is not 0. */
export function handAlterationText(name: HandAlterationName, mm: number): string {
  const size = Math.round(Math.abs(mm) * 10) / 10;
  if (name === "lowerShoulder") {
    const side = mm > 0 ? "Left" : "Right";
    return `${side} shoulder ${size} mm lower, by hand: draw both sides, and on the ${side.toLowerCase()} one lower the end of the shoulder seam and the armhole by ${size} mm, nothing at the neck.`;
  }
  return mm > 0
    ? `Upper arm ${size} mm fuller, by hand: slash the sleeve along its middle and spread it by ${size} mm at the upper arm, nothing at cap and wrist.`
    : `Upper arm ${size} mm thinner, by hand: fold ${size} mm out of the sleeve at the upper arm, nothing at cap and wrist.`;
}
