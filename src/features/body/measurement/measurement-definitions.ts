/** What is measured, taken once each. The names are FreeSewing's; weight and height describe the whole person. */
export type MeasurementKind = "girth" | "length" | "angle" | "weight";

/** The units are whole millimetres, whole degrees and whole grams. */
type MeasurementUnit = "mm" | "degrees" | "grams";

/** Points of the body that decide a pattern and are found before the tape is laid. */
export type LandmarkName = "neckBase" | "shoulderTip" | "armpitLevel" | "waist" | "hipBone";

export type Landmark = { readonly label: string; readonly find: string; readonly check: string };

export const LANDMARKS: Readonly<Record<LandmarkName, Landmark>> = {
  neckBase: {
    label: "Base of the neck",
    find: "Find where the side of the neck meets the shoulder. The shoulder seam of a shirt ends there.",
    check: "Hang a thin necklace or a string around the neck: it rests on this point.",
  },
  shoulderTip: {
    label: "Shoulder tip",
    find: "Feel along the shoulder to the outer end of the bone.",
    check: "Lift the arm to the side: a small dent appears at this point.",
  },
  armpitLevel: {
    label: "Armpit level",
    find: "Clamp a ruler or a card under the arm, level, and let the arm hang.",
    check: "The upper edge of the card is the level. It touches the armpit and does not press.",
  },
  waist: {
    label: "Natural waist",
    find: "Bend to the side. The crease that appears is the waist.",
    check: "Tie a string there and leave it on. It stays level when you stand straight.",
  },
  hipBone: {
    label: "Top of the hip bone",
    find: "Press the hands into the sides below the waist until they rest on bone.",
    check: "Put a sticker or a second string at the upper edge of the bone.",
  },
};

/**
 * Outside these limits a value cannot be right. "survey": the smallest and largest of 7,444 measured people, widened by a
 * tenth or more. "models": the span of FreeSewing's adult models, widened, because no survey has the measurement.
 */
export type HardRange = {
  readonly from: number;
  readonly to: number;
  readonly source: "survey" | "models";
};

export type MeasurementDefinition = {
  readonly label: string;
  readonly kind: MeasurementKind;
  readonly unit: MeasurementUnit;
  /** Shown on the screen. */
  readonly instruction: string;
  /** Read aloud, for somebody who holds the tape and cannot look. */
  readonly spoken: string;
  readonly landmarks: readonly LandmarkName[];
  /** The way without a second person, for what is hard to reach; null where one person is enough. */
  readonly alone: string | null;
  /** Errors of these move a pattern most and are seen least beside the others, so they need two readings (ADR 0084). */
  readonly measuredTwice: boolean;
  /** The key of the tape in public/figures/tapes.json; null without a tape. */
  readonly tape: string | null;
  readonly range: HardRange;
};

const UNITS: Readonly<Record<MeasurementKind, MeasurementUnit>> = {
  girth: "mm",
  length: "mm",
  angle: "degrees",
  weight: "grams",
};

const survey = (from: number, to: number): HardRange => ({ from, to, source: "survey" });
const models = (from: number, to: number): HardRange => ({ from, to, source: "models" });

type Options = {
  readonly landmarks?: readonly LandmarkName[];
  readonly measuredTwice?: boolean;
  readonly alone?: string | null;
  readonly tape?: string | null;
};

const define =
  (kind: MeasurementKind) =>
  (
    label: string,
    range: HardRange,
    [instruction, spoken]: readonly [string, string],
    { alone = null, landmarks = [], measuredTwice = false, tape }: Options = {},
  ) => ({
    label,
    kind,
    unit: UNITS[kind],
    instruction,
    spoken,
    landmarks,
    alone,
    measuredTwice,
    range,
    tape,
  });

const girth = define("girth");
const length = define("length");

const FIXED_AT_SHOULDER =
  "Fix the end of the tape at the shoulder tip with adhesive tape, and read it with the other hand.";
const MARKED_SIDES =
  "Mark the middle of both sides with adhesive tape. Hold the tape behind you from mark to mark, and read it where it ends.";

const TABLE = {
  height: length("Height", survey(1200, 2300), [
    "Barefoot, heels to the wall.",
    "Stand barefoot with your heels against the wall and look straight ahead. Put a book flat on your head and measure from the floor to its lower edge.",
  ]),
  weight: define("weight")(
    "Weight",
    survey(27000, 320000),
    ["Without shoes, in light clothes.", "Step on a scale without shoes, in light clothes."],
    { tape: null },
  ),
  neck: girth("Neck", survey(230, 650), [
    "Where a collar sits, with one finger under the tape.",
    "Lay the tape around the neck where a collar sits. Keep one finger under the tape.",
  ]),
  shoulderToShoulder: length(
    "Shoulder to shoulder",
    survey(260, 680),
    [
      "From tip to tip, across the back.",
      "Measure across the back from one shoulder tip to the other. The tape follows the back.",
    ],
    {
      landmarks: ["shoulderTip"],
      alone:
        "Lay a shirt that fits you flat on a table, and measure across its back from one shoulder seam to the other.",
    },
  ),
  shoulderSlope: define("angle")(
    "Shoulder slope",
    models(0, 40),
    [
      "Have a photo taken of the back, held level. Turn it until the shoulder is level: the degrees count.",
      "Have a photo taken of the back, with the phone held level. Turn the photo in its editor until the line from the neck to the shoulder tip is level. Enter how many degrees that took.",
    ],
    {
      landmarks: ["neckBase", "shoulderTip"],
      alone: "Choose the drawing of your shoulders instead. The shoulders are then cut to it.",
    },
  ),
  shoulderToElbow: length(
    "Shoulder to elbow",
    survey(200, 480),
    [
      "From the shoulder tip to the elbow, arm slightly bent.",
      "Bend the arm slightly. Measure from the shoulder tip down to the point of the elbow.",
    ],
    { landmarks: ["shoulderTip"], alone: FIXED_AT_SHOULDER },
  ),
  shoulderToWrist: length(
    "Shoulder to wrist",
    survey(360, 850),
    [
      "Over the elbow, with the arm slightly bent.",
      "Bend the arm slightly. Measure from the shoulder tip over the elbow to the wrist bone.",
    ],
    { landmarks: ["shoulderTip"], alone: FIXED_AT_SHOULDER },
  ),
  biceps: girth("Upper arm", survey(150, 750), [
    "Fullest part, arm relaxed.",
    "Let the arm hang loosely. Measure around the fullest part of the upper arm.",
  ]),
  wrist: girth("Wrist", survey(100, 280), [
    "Over the bone.",
    "Measure around the wrist, over the bone.",
  ]),
  head: girth("Head", survey(440, 720), [
    "Over the forehead and the widest part at the back.",
    "Measure around the head, above the ears, over the forehead and the widest part at the back.",
  ]),
  highBust: girth(
    "High bust",
    survey(560, 1800),
    [
      "Under the arms and above the bust, level.",
      "Lay the tape under the arms and above the bust. Keep it level at the back.",
    ],
    { landmarks: ["armpitLevel"], measuredTwice: true },
  ),
  highBustFront: length(
    "High bust, front",
    models(240, 950),
    [
      "The front part of the high bust, from side to side.",
      "Keep the tape above the bust. Measure only the front, from the middle of one side to the middle of the other.",
    ],
    { landmarks: ["armpitLevel"] },
  ),
  chest: girth(
    "Chest",
    survey(580, 1900),
    [
      "Fullest part of the chest or bust, level. Breathe out.",
      "Lay the tape over the fullest part of the chest or bust, level at the back. Breathe out, and do not pull.",
    ],
    { measuredTwice: true },
  ),
  chestFront: length("Chest, front", models(260, 1100), [
    "The front part of the chest, from side to side.",
    "Keep the tape over the fullest part of the chest or bust. Measure only the front, from the middle of one side to the middle of the other.",
  ]),
  bustSpan: length("Bust span", models(90, 380), [
    "From bust point to bust point.",
    "Measure straight across from one bust point to the other.",
  ]),
  underbust: girth("Underbust", models(520, 1750), [
    "Around the ribs right under the bust, snug.",
    "Measure around the ribs, directly under the bust. Keep the tape snug and level.",
  ]),
  waist: girth(
    "Waist",
    survey(450, 2000),
    [
      "Along the string, without pulling it in.",
      "Lay the tape along the string at your natural waist. Stand relaxed and do not pull in.",
    ],
    { landmarks: ["waist"], measuredTwice: true },
  ),
  waistBack: length(
    "Waist, back",
    models(180, 1050),
    [
      "The back part of the waist, from side to side.",
      "Keep the tape at the waist. Measure only the back, from the middle of one side to the middle of the other.",
    ],
    { landmarks: ["waist"], alone: MARKED_SIDES },
  ),
  hips: girth(
    "High hip",
    survey(480, 2100),
    [
      "Over the top of the hip bones, level.",
      "Lay the tape around the top of the hip bones and keep it level.",
    ],
    { landmarks: ["hipBone"] },
  ),
  seat: girth(
    "Seat",
    survey(600, 2150),
    [
      "Fullest part of the bottom, level.",
      "Stand with your feet together. Measure around the fullest part of the bottom and keep the tape level. The size chart calls this the hips.",
    ],
    { measuredTwice: true },
  ),
  seatBack: length(
    "Seat, back",
    models(280, 1150),
    [
      "The back part of the seat, from side to side.",
      "Keep the tape at the fullest part of the bottom. Measure only the back, from the middle of one side to the middle of the other.",
    ],
    { alone: MARKED_SIDES },
  ),
  hpsToBust: length(
    "Neck to chest point",
    models(140, 550),
    [
      "From the base of the neck down to the fullest point of the chest.",
      "Measure from the base of the neck straight down to the fullest point of the chest or bust.",
    ],
    { landmarks: ["neckBase"] },
  ),
  hpsToWaistFront: length(
    "Neck to waist, front",
    models(260, 720),
    [
      "From the base of the neck over the bust to the string.",
      "Measure from the base of the neck, over the bust, down to the string.",
    ],
    { landmarks: ["neckBase", "waist"] },
  ),
  hpsToWaistBack: length(
    "Neck to waist, back",
    models(260, 680),
    [
      "From the base of the neck straight down to the string.",
      "Ask somebody to help. Measure from the base of the neck straight down the back to the string.",
    ],
    {
      landmarks: ["neckBase", "waist"],
      measuredTwice: true,
      alone:
        "Fix the end of the tape at the base of the neck with adhesive tape. Let it hang down the back, and read it at the string in a mirror.",
    },
  ),
  bustPointToUnderbust: length("Bust point to underbust", models(20, 220), [
    "From the bust point down to the ribs.",
    "Measure from the bust point down to the ribs under the bust.",
  ]),
  waistToUnderbust: length(
    "Waist to underbust",
    models(20, 300),
    [
      "From the string up to the ribs under the bust.",
      "Measure at the front from the string up to the ribs under the bust.",
    ],
    { landmarks: ["waist"] },
  ),
  waistToArmpit: length(
    "Waist to armpit",
    models(80, 380),
    [
      "At the side, from the string up to the armpit level.",
      "Clamp a card under the arm. Measure at the side from the string up to the edge of the card.",
    ],
    { landmarks: ["waist", "armpitLevel"], measuredTwice: true },
  ),
  waistToHips: length(
    "Waist to high hip",
    models(20, 270),
    [
      "At the side, from the string down to the top of the hip bone.",
      "Measure at the side from the string down to the top of the hip bone.",
    ],
    { landmarks: ["waist", "hipBone"], measuredTwice: true },
  ),
  waistToSeat: length(
    "Waist to seat",
    models(90, 450),
    [
      "At the side, from the string to the fullest part of the bottom.",
      "Measure at the side, along the body, from the string down to the level of the fullest part of the bottom.",
    ],
    { landmarks: ["waist"] },
  ),
  waistToUpperLeg: length(
    "Waist to upper leg",
    models(120, 550),
    [
      "At the side, from the string to the height of the crotch.",
      "Measure at the side from the string down to the height of the crotch.",
    ],
    { landmarks: ["waist"] },
  ),
  waistToKnee: length(
    "Waist to knee",
    models(350, 950),
    [
      "At the side, from the string to the middle of the knee.",
      "Measure at the side from the string down to the middle of the knee.",
    ],
    { landmarks: ["waist"] },
  ),
  waistToFloor: length(
    "Waist to floor",
    models(700, 1500),
    [
      "At the side, from the string to the floor, barefoot.",
      "Stand barefoot, also for a gown that you will wear with heels. Measure at the side from the string down to the floor.",
    ],
    { landmarks: ["waist"] },
  ),
  crossSeam: length(
    "Cross seam",
    models(420, 1400),
    [
      "From the string in front, between the legs, to the string at the back.",
      "Start at the string in front. Lead the tape between the legs and up to the string at the back, without pulling.",
    ],
    { landmarks: ["waist"] },
  ),
  crossSeamFront: length(
    "Cross seam, front",
    models(200, 750),
    [
      "The front part, to the point between the legs.",
      "Start at the string in front. Lead the tape down to the point between the legs where pants have their seams.",
    ],
    { landmarks: ["waist"] },
  ),
  crotchDepth: length(
    "Crotch depth",
    models(140, 500),
    [
      "Seated on a hard chair, from the string to the seat of the chair.",
      "Sit upright on a hard chair. Measure at the side from the string down to the chair.",
    ],
    { landmarks: ["waist"], tape: null },
  ),
  inseam: length("Inside leg", survey(480, 1200), [
    "From the crotch to the floor, barefoot, with a book held up.",
    "Stand barefoot with a book held up between the legs. Measure from the upper edge of the book to the floor.",
  ]),
  upperLeg: girth("Upper leg", survey(330, 1200), [
    "Fullest part, just below the crotch.",
    "Measure around the fullest part of the upper leg, just below the crotch.",
  ]),
  knee: girth("Knee", survey(220, 800), [
    "Around the middle, with the leg straight.",
    "Keep the leg straight. Measure around the middle of the knee.",
  ]),
  ankle: girth("Ankle", survey(130, 420), [
    "Over the bone.",
    "Measure around the ankle, over the bone.",
  ]),
  heel: girth("Heel", models(200, 550), [
    "Around the heel and the bend of the foot.",
    "Measure around the heel and over the bend where the foot meets the leg.",
  ]),
};

export type MeasurementName = keyof typeof TABLE;

export const MEASUREMENT_NAMES = Object.keys(TABLE) as readonly MeasurementName[];

/** Every measurement of the shop, in the order in which a person is measured. */
export const MEASUREMENTS = Object.fromEntries(
  MEASUREMENT_NAMES.map((name) => {
    const { tape, ...definition } = TABLE[name];
    return [name, { ...definition, tape: tape === undefined ? name : tape }];
  }),
) as Readonly<Record<MeasurementName, MeasurementDefinition>>;

/** Says whether external text names a measurement of the shop. */
export function isMeasurementName(text: string): text is MeasurementName {
  return Object.hasOwn(TABLE, text);
}

/** Whether a measurement is hard to take without a second person. */
export const needsHelp = (name: MeasurementName): boolean => MEASUREMENTS[name].alone !== null;

/** Whether a stored value is possible: a whole number within the hard range, in the measurement's unit. */
export function isPossible(name: MeasurementName, value: number): boolean {
  const { from, to } = MEASUREMENTS[name].range;
  return Number.isInteger(value) && value >= from && value <= to;
}
