/**
 * `npm run options:draw`: swatches from color and weave (demo/made-to-measure.json) and drawings of cuts into
 * demo/images; the same on every machine.
 */
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

const demo = new URL("../demo/", import.meta.url).pathname;
const SIZE = 800;
const webp = { quality: 78, effort: 6 };

/** 0 to 1, by location alone. */
function noise(x, y) {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 0xffffffff;
}

/** A thread's round top, 0 to 1. */
const ridge = (at, pitch) => Math.sin((((at % pitch) + 0.5) / pitch) * Math.PI);
const over = (x, y, pitch, of, up) =>
  (((Math.floor(x / pitch) + Math.floor(y / pitch)) % of) + of) % of < up;

/** 1 is the plain color. */
function threads(x, y, pitch, isWarpOver, depth) {
  const top = isWarpOver ? ridge(x, pitch) : ridge(y, pitch);
  return 1 - depth + depth * 2 * top * (isWarpOver ? 0.62 : 0.5);
}

function drift(at, row, length) {
  const start = Math.floor(at / length);
  const share = at / length - start;
  const eased = share * share * (3 - 2 * share);
  return noise(start, row) * (1 - eased) + noise(start + 1, row) * eased - 0.5;
}

/** Linen's threads vary. */
const slub = (x, y, pitch) =>
  0.09 * drift(y, Math.floor(x / pitch), 230) + 0.14 * drift(x, Math.floor(y / pitch) + 9000, 190);

const crease = (x, y, strength) =>
  strength * Math.sin((x * 0.9 + y * 0.45) / 95 + 0.7 * Math.sin(y / 130)) +
  strength * 0.4 * Math.sin((x * 0.3 - y) / 170);

const weaves = {
  twill: (x, y) => threads(x, y, 10, over(x, y, 10, 4, 2), 0.26),
  gabardine: (x, y) => threads(x, y, 8, over(x, y, 8, 3, 2), 0.22),
  herringbone: (x, y) => {
    const flip = Math.floor(x / 80) % 2 === 0 ? y : SIZE * 2 - y;
    return threads(x, flip, 10, over(x, flip, 10, 4, 2), 0.42);
  },
  plain: (x, y) => threads(x, y, 7, over(x, y, 7, 2, 1), 0.16),
  poplin: (x, y) => threads(x, y, 4, over(x, y, 4, 2, 1), 0.07),
  linen: (x, y) => threads(x, y, 8, over(x, y, 8, 2, 1), 0.17) + slub(x, y, 8),
  oxford: (x, y) => threads(x, y, 9, over(x, y, 9, 2, 1), 0.14) + (over(x, y, 9, 2, 1) ? 0.14 : 0),
  flannel: (x, y) => 0.94 + 0.12 * noise(x >> 2, y >> 1) + 0.08 * noise(x >> 4, y >> 3),
  crepe: (x, y) => 0.88 + 0.24 * noise(x >> 2, y >> 2),
  satin: (x, y) => 0.97 + crease(x, y, 0.11) + 0.02 * noise(x, y >> 3),
  velvet: (x, y) => 0.9 + crease(x, y, 0.16) + 0.1 * noise(x >> 1, y >> 2),
};

/** Light on twill, white on poplin. */
function stripeOf(stripe, x) {
  if (stripe === "pin") return x % 80 < 4 ? 0.42 : 0;
  if (stripe === "bengal") return Math.floor(x / 22) % 2 === 0 ? 0.94 : 0;
  return 0;
}

async function drawSwatch({ colorHex, weave, stripe }) {
  const base = [1, 3, 5].map((at) => Number.parseInt(colorHex.slice(at, at + 2), 16));
  const pixels = Buffer.alloc(SIZE * SIZE * 3);
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const light = 1.05 - (0.1 * x) / SIZE + crease(x, y, 0.018);
      const shade = weaves[weave](x, y) * light;
      const white = stripeOf(stripe, x);
      for (let channel = 0; channel < 3; channel += 1) {
        const color = base[channel] * (1 - white) + 250 * white;
        // Otherwise dark weaves are invisible.
        const value = color * shade + (shade - 0.92) * 34;
        pixels[(y * SIZE + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  return sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .webp(webp)
    .toBuffer();
}

const BACKGROUND = "#F3EEE5";
const INK = "#1C1815";
const ACCENT = "#9A5B25";

const line = (d, accent = false, extra = "") =>
  `<path d="${d}" stroke="${accent ? ACCENT : INK}" stroke-width="${accent ? 3.4 : 2.2}" ${extra}/>`;
/** Symmetrical about x = 200. */
const both = (shapes) => `${shapes}<g transform="translate(400) scale(-1 1)">${shapes}</g>`;
const dot = (x, y, radius = 5) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" stroke="${ACCENT}" stroke-width="2.6"/>`;
const faint = (d) => line(d, false, 'stroke-dasharray="2 8" opacity="0.6"');

/** A jacket without lapels. */
const coat =
  both(line("M170 52 Q120 66 84 92 Q70 180 76 360 M84 92 Q104 190 100 360 L200 360")) +
  line("M170 52 Q200 70 230 52");
const lapels = {
  notch:
    both(line("M170 52 Q150 84 148 122 L120 128 L132 150 L126 162 Q158 220 200 264", true)) +
    dot(200, 276),
  peak:
    both(line("M170 52 Q150 84 146 124 L104 112 L122 158 Q158 220 200 264", true)) + dot(200, 276),
  shawl: both(line("M170 52 Q112 130 140 190 Q164 236 200 264", true)) + dot(200, 276),
};
const backOfCoat =
  both(line("M166 52 Q120 62 84 90 Q70 200 78 356 L200 356 M84 90 Q106 190 104 356")) +
  line("M166 52 Q200 64 234 52") +
  faint("M200 62 L200 210");
const vents = {
  none: line("M200 62 L200 356", true),
  center: line("M200 236 L200 356 M200 236 L214 248 L214 356", true),
  side: both(line("M132 230 L126 356 M132 230 L142 244 L140 356", true)),
};
const trousers =
  both(line("M130 56 L200 56 M130 56 Q120 200 126 372 L184 372 Q194 260 200 180")) +
  both(line("M130 78 L200 78")) +
  faint("M200 78 L200 180");
const pleats = {
  flat: both(line("M144 78 Q150 116 130 132", true)),
  single:
    both(line("M166 78 L164 152 M158 78 L164 104", true)) + both(line("M140 78 Q146 110 127 126")),
  double:
    both(line("M174 78 L172 160 M166 78 L172 102 M154 78 L152 136 M146 78 L152 100", true)) +
    both(line("M134 80 Q136 106 126 118")),
};
const leg = both(line("M150 40 Q152 200 146 350")) + faint("M200 40 L200 330");
const hems = {
  plain: line("M146 350 Q200 362 254 350", true),
  turnup: line("M142 306 Q200 318 258 306 M142 306 L140 352 Q200 364 260 352 L258 306", true),
};
const bust = both(line("M148 120 Q104 132 60 164 L40 372"));
const collars = {
  classic: both(line("M200 118 L166 178 L138 104 Q166 84 200 92", true)),
  spread: both(line("M200 118 L132 166 L134 102 Q166 82 200 92", true)),
  buttondown:
    both(line("M200 118 Q180 150 168 182 Q140 150 138 104 Q166 84 200 92", true)) +
    dot(167, 172, 4) +
    dot(233, 172, 4),
  band: both(line("M200 122 Q164 112 146 100 L148 76 Q170 92 200 98", true)),
};
const placketLine = line("M200 122 L200 372");
const sleeveEnd = both(line("M132 40 Q136 140 138 210"));
const cuffs = {
  single: line("M128 210 L272 210 L268 336 Q200 346 132 336 Z", true) + dot(244, 276),
  double:
    line("M128 210 L272 210 L268 336 Q200 346 132 336 Z", true) + dot(244, 254) + dot(243, 298),
  french:
    line("M128 210 L272 210 L274 350 Q200 360 126 350 Z M126 282 Q200 292 274 282", true) +
    dot(252, 316, 8) +
    line("M244 316 L230 316", true),
};
const shirtFront = bust + collars.classic.replaceAll(ACCENT, INK).replaceAll("3.4", "2.2");
const buttonsDown = [160, 214, 268, 322].map((y) => dot(200, y, 4)).join("");
const plackets = {
  standard: line("M184 152 L184 372 M216 152 L216 372", true) + buttonsDown,
  plain: line("M212 150 L212 372", true) + buttonsDown,
  covered: line("M184 152 L184 372 M216 152 L216 372", true) + faint("M200 152 L200 372"),
};
const bodice = both(line("M146 70 Q132 116 118 128 Q128 170 140 214 Q118 290 92 372"));
const waist = line("M140 214 Q200 226 260 214");
const necklines = {
  v: both(line("M146 70 Q170 112 200 150", true)),
  boat: both(line("M132 76 Q164 92 200 92", true)),
  square: both(line("M150 70 L152 124 L200 124", true)),
  high:
    both(line("M168 64 Q182 76 200 76 M168 64 L172 50 Q184 58 200 58", true)) +
    both(line("M146 70 L168 64")),
};
/** A bodice that ends below the shoulders, with or without thin straps. */
const strapless = both(line("M112 118 Q128 168 140 214 Q118 290 92 372"));
const straps = both(line("M150 52 L144 104 M156 52 L150 102"));
const lowNecklines = {
  offShoulder: both(
    line("M200 116 Q150 130 98 108 Q90 126 98 146 Q150 162 200 148", true) +
      line("M200 132 Q150 146 95 126"),
  ),
  cowl:
    straps +
    both(
      line("M112 118 Q130 104 147 103 Q164 132 200 134", true) +
        line("M128 124 Q160 156 200 156 M122 142 Q156 178 200 178"),
    ),
  sweetheart: straps + both(line("M112 118 Q126 108 147 103 Q178 88 200 126", true)),
};
const shoulders = both(line("M146 70 Q166 96 200 100"));
const sleeves = {
  none: both(line("M146 70 Q128 104 118 128", true)),
  short: both(line("M146 70 Q112 84 88 146 L124 160", true)),
  elbow: both(line("M146 70 Q110 86 78 186 L114 198 L124 158", true)),
  three: both(line("M146 70 Q108 90 70 226 L98 236 L124 156", true)),
  long: both(line("M146 70 Q106 90 52 306 L80 314 L124 156", true)),
};
/** The accent is the hem at `y`. */
const gown = (y) => {
  const at = (share) => 130 - share * 0.34;
  const left = at(y - 140);
  return (
    both(line(`M166 40 Q152 74 146 84 Q154 116 160 140 L${left} ${y}`)) +
    line("M160 140 Q200 148 240 140") +
    both(line("M166 40 Q180 60 200 62")) +
    line(`M${left} ${y} Q200 ${y + 16} ${400 - left} ${y}`, true) +
    both(faint(`M${left + 4} ${y + 14} L${at(372 - 140) + 4} 372`))
  );
};
const skirt = (y) => {
  const left = 150 - (y - 80) * 0.16;
  return (
    both(line(`M158 60 L200 60 M158 60 L156 80 L200 80 M156 80 Q136 130 ${left} ${y}`)) +
    line(`M${left} ${y} Q200 ${y + 14} ${400 - left} ${y}`, true) +
    both(faint(`M${left} ${y + 14} L${left - 6} 376`))
  );
};
const pencil = both(
  line("M158 60 L200 60 M158 60 L156 80 L200 80 M156 80 Q126 140 138 350 L200 350"),
);
const slits = {
  none: line("M138 350 L262 350", true),
  back: line("M200 260 L194 350 M200 260 L206 350", true),
  side: both(line("M140 250 L152 350", true)),
};
const overcoat = (y) =>
  both(line(`M168 40 Q122 56 92 80 Q74 170 82 ${y - 60} M92 80 Q116 160 106 ${y} L200 ${y}`)) +
  both(line("M168 40 Q150 80 146 100 L120 104 L134 126 Q164 172 200 196")) +
  line(`M106 ${y} L294 ${y}`, true) +
  [206, 244]
    .map((at) => `<circle cx="200" cy="${at}" r="4" stroke="${INK}" stroke-width="2"/>`)
    .join("");
/** A coat to the knee, without what closes it. */
const coatFront = (middle) =>
  both(line("M168 40 Q122 56 92 80 Q74 170 82 270 M92 80 Q116 160 106 330 L200 330")) +
  both(line("M168 40 Q150 80 146 100 L120 104 L134 126 Q164 172 200 196")) +
  middle;
const closings = {
  double:
    line("M200 196 Q226 200 236 216 L236 330", true) +
    [226, 264, 302].map((y) => dot(178, y) + dot(222, y)).join(""),
  three: line("M200 196 L200 330") + [210, 244, 278].map((y) => dot(200, y)).join(""),
};
const belts = {
  buckle:
    line("M110 216 Q200 232 290 216 L291 238 Q200 254 109 238 Z", true) +
    line("M184 218 L216 218 L216 252 L184 252 Z M200 235 L216 235", true),
  none: line("M200 196 L200 330"),
};
/** A shoe from the side, its heel this high. */
const shoe = (heel) => `<g transform="translate(0 -40)">${shoeLines(heel)}</g>`;
const shoeLines = (heel) =>
  line(
    `M70 296 Q68 268 112 258 Q172 ${244 - heel * 0.3} 200 ${218 - heel * 0.62} Q250 ${262 - heel} 298 ${220 - heel} Q322 ${202 - heel} 330 ${220 - heel} L328 ${296 - heel}`,
  ) +
  line(
    heel === 0
      ? "M70 296 L328 296 L328 304 L70 304 Z"
      : `M70 296 L148 298 Q214 ${296 - heel * 0.12} 256 ${300 - heel * 0.72} Q284 ${296 - heel} 328 ${296 - heel} L322 304 L308 304 L296 ${300 - heel}`,
    true,
  ) +
  faint("M40 306 L360 306");
const button = (fill, rim) =>
  `<circle cx="200" cy="200" r="104" fill="${fill}" stroke="${INK}" stroke-width="2.2"/>
   <circle cx="200" cy="200" r="78" fill="none" stroke="${rim}" stroke-width="5" opacity="0.75"/>
   <path d="M126 168 Q168 112 236 122" stroke="#FFFFFF" stroke-width="7" opacity="0.28"/>
   ${[
     [180, 180],
     [220, 180],
     [180, 220],
     [220, 220],
   ]
     .map(
       ([x, y]) =>
         `<circle cx="${x}" cy="${y}" r="10" fill="${BACKGROUND}" stroke="${INK}" stroke-width="2.2"/>`,
     )
     .join("")}`;
const coveredButton = `<circle cx="200" cy="200" r="104" fill="#2B2825" stroke="${INK}" stroke-width="2.2"/>
   <path d="M118 236 Q190 128 262 122 M140 266 Q220 172 290 166" fill="none" stroke="#FFFFFF" stroke-width="7" opacity="0.2"/>`;
const bolt =
  line("M84 138 Q200 112 316 138 L316 250 Q200 224 84 250 Z") +
  line("M84 138 Q70 142 70 196 Q70 246 84 250 M316 138 Q330 142 330 196 Q330 246 316 250") +
  line("M84 250 Q70 300 110 320 Q220 300 300 330 Q326 300 316 250", true) +
  faint("M84 176 Q200 150 316 176") +
  faint("M84 212 Q200 186 316 212");

const drawings = {
  "lapel-notch": [coat + lapels.notch, "Drawing of a jacket with notch lapels."],
  "lapel-peak": [
    coat + lapels.peak,
    "Drawing of a jacket with peak lapels that point to the shoulders.",
  ],
  "lapel-shawl": [coat + lapels.shawl, "Drawing of a jacket with a rounded shawl collar."],
  "vents-none": [backOfCoat + vents.none, "Drawing of the back of a jacket without vents."],
  "vents-center": [
    backOfCoat + vents.center,
    "Drawing of the back of a jacket with one vent in the middle.",
  ],
  "vents-side": [backOfCoat + vents.side, "Drawing of the back of a jacket with two side vents."],
  "pleats-flat": [trousers + pleats.flat, "Drawing of trousers with a flat front."],
  "pleats-single": [trousers + pleats.single, "Drawing of trousers with one pleat on each side."],
  "pleats-double": [trousers + pleats.double, "Drawing of trousers with two pleats on each side."],
  "hem-plain": [leg + hems.plain, "Drawing of a plain trouser hem."],
  "hem-turnup": [leg + hems.turnup, "Drawing of a trouser hem with a turn-up."],
  "collar-classic": [bust + collars.classic + placketLine, "Drawing of a classic shirt collar."],
  "collar-spread": [bust + collars.spread + placketLine, "Drawing of a spread shirt collar."],
  "collar-buttondown": [
    bust + collars.buttondown + placketLine,
    "Drawing of a button-down shirt collar.",
  ],
  "collar-band": [bust + collars.band + placketLine, "Drawing of a band collar without points."],
  "cuff-single": [sleeveEnd + cuffs.single, "Drawing of a shirt cuff with one button."],
  "cuff-double": [sleeveEnd + cuffs.double, "Drawing of a shirt cuff with two buttons."],
  "cuff-french": [sleeveEnd + cuffs.french, "Drawing of a French cuff, folded back for cufflinks."],
  "placket-standard": [
    shirtFront + plackets.standard,
    "Drawing of a shirt front with a stitched placket.",
  ],
  "placket-plain": [shirtFront + plackets.plain, "Drawing of a shirt front without a placket."],
  "placket-covered": [
    shirtFront + plackets.covered,
    "Drawing of a shirt front whose buttons are covered.",
  ],
  "neck-v": [bodice + waist + necklines.v, "Drawing of a dress with a V neckline."],
  "neck-boat": [bodice + waist + necklines.boat, "Drawing of a dress with a boat neckline."],
  "neck-square": [bodice + waist + necklines.square, "Drawing of a dress with a square neckline."],
  "neck-high": [bodice + waist + necklines.high, "Drawing of a dress with a high neckline."],
  "neck-off-shoulder": [
    strapless + waist + lowNecklines.offShoulder,
    "Drawing of a dress with a folded band below bare shoulders.",
  ],
  "neck-cowl": [
    strapless + waist + lowNecklines.cowl,
    "Drawing of a dress with a cowl neckline between thin straps.",
  ],
  "neck-sweetheart": [
    strapless + waist + lowNecklines.sweetheart,
    "Drawing of a dress with a sweetheart neckline between thin straps.",
  ],
  "sleeve-none": [bodice + waist + shoulders + sleeves.none, "Drawing of a dress without sleeves."],
  "sleeve-short": [
    bodice + waist + shoulders + sleeves.short,
    "Drawing of a dress with short sleeves.",
  ],
  "sleeve-elbow": [
    bodice + waist + shoulders + sleeves.elbow,
    "Drawing of a dress with sleeves to the elbow.",
  ],
  "sleeve-three": [
    bodice + waist + shoulders + sleeves.three,
    "Drawing of a dress with three-quarter sleeves.",
  ],
  "sleeve-long": [
    bodice + waist + shoulders + sleeves.long,
    "Drawing of a dress with long sleeves.",
  ],
  "dress-knee": [gown(240), "Drawing of a dress that ends at the knee."],
  "dress-midi": [gown(300), "Drawing of a dress that ends below the calf."],
  "dress-floor": [gown(366), "Drawing of a dress that ends at the floor."],
  "skirt-knee": [skirt(220), "Drawing of a skirt that ends at the knee."],
  "skirt-midi": [skirt(296), "Drawing of a skirt that ends below the calf."],
  "skirt-floor": [skirt(370), "Drawing of a skirt that ends at the floor."],
  "slit-none": [pencil + slits.none, "Drawing of a skirt without a slit."],
  "slit-back": [pencil + slits.back, "Drawing of a skirt with a slit at the back."],
  "slit-side": [pencil + slits.side, "Drawing of a skirt with slits at the sides."],
  "coat-hip": [overcoat(270), "Drawing of a coat that ends at the hip."],
  "coat-knee": [overcoat(330), "Drawing of a coat that ends at the knee."],
  "coat-long": [overcoat(378), "Drawing of a coat that ends below the knee."],
  "coat-double": [coatFront(closings.double), "Drawing of a double-breasted coat."],
  "coat-three": [coatFront(closings.three), "Drawing of a coat with three buttons."],
  "belt-buckle": [coatFront(belts.buckle), "Drawing of a coat with a belt and a buckle."],
  "belt-none": [coatFront(belts.none), "Drawing of a coat without a belt."],
  "heel-flat": [shoe(0), "Drawing of a flat shoe."],
  "heel-low": [shoe(26), "Drawing of a shoe with a heel of 3 cm."],
  "heel-middle": [shoe(52), "Drawing of a shoe with a heel of 6 cm."],
  "heel-high": [shoe(78), "Drawing of a shoe with a heel of 9 cm."],
  "button-horn": [button("#6B4A2B", "#3F2A17"), "Drawing of a brown horn button."],
  "button-black": [button("#2B2825", "#0E0C0B"), "Drawing of a black horn button."],
  "button-pale": [button("#DCCDB0", "#B49F78"), "Drawing of a light horn button."],
  "button-covered": [coveredButton, "Drawing of a button covered in satin."],
  "button-pearl": [button("#EFEAE2", "#C9C2B8"), "Drawing of a mother-of-pearl button."],
  "button-gold": [button("#C9A24B", "#8F6F28"), "Drawing of a gilt button."],
  "as-pictured": [bolt, "Drawing of a bolt of cloth."],
};

async function drawLines(shapes) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${SIZE}" height="${SIZE}">
    <rect width="400" height="400" fill="${BACKGROUND}"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">${shapes}</g></svg>`;
  return sharp(Buffer.from(svg))
    .webp({ ...webp, quality: 84 })
    .toBuffer();
}

const list = [];
async function save(name, bytes, alt) {
  const file = `option-${name}.webp`;
  await writeFile(`${demo}images/${file}`, bytes);
  list.push({ file, width: SIZE, height: SIZE, alt });
}

const { cloths, linings } = JSON.parse(await readFile(`${demo}made-to-measure.json`, "utf8"));
for (const { key, name, ...swatch } of [...cloths, ...linings]) {
  await save(key, await drawSwatch(swatch), `Swatch of ${name}.`);
}
for (const [name, [shapes, alt]] of Object.entries(drawings))
  await save(name, await drawLines(shapes), alt);
await writeFile(`${demo}images/options.json`, `${JSON.stringify(list, null, 1)}\n`);
