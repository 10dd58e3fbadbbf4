import type { ChartMeasure } from "#features/body/size-advice/size-chart.ts";
import { CHART_MEASURES } from "#features/body/size-advice/size-chart.ts";
import type { Gender } from "#features/catalog/products/product.ts";

/** Head, hairline and navel, in 400 by 1000 units; one half is drawn and mirrored. */
const HEAD =
  "M200 20C222 20 235 38 235 64C235 92 220 119 200 119C180 119 165 92 165 64C165 38 178 20 200 20ZM166 76C166 74 166 66 168 62C170 58 174 55 178 52C182 49 187 49 192 46C197 43 202 36 206 36C210 36 211 43 214 46C217 49 223 51 226 54C229 57 232 60 233 64C234 68 234 74 234 76M200 384v8";

const ARM =
  "M217 112C217 115 216 124 217 130C218 136 219 141 223 145C227 149 234 153 242 156C250 159 262 161 270 164C278 167 285 168 290 172C295 176 299 180 302 186C305 192 306 199 308 206C310 213 310 221 311 230C312 239 311 247 312 258C313 269 314 284 315 296C316 308 318 316 321 330C324 344 328 363 331 378C334 393 337 409 339 420C341 431 341 436 343 444C345 452 349 458 351 466C353 474 356 482 356 490C356 498 356 508 354 514C352 520 349 526 347 528C345 530 343 528 342 524C341 520 342 511 341 506C340 501 338 499 337 494C336 489 334 484 333 476C332 468 332 458 330 448C328 438 327 430 324 418C321 406 316 391 313 378C310 365 306 351 303 338C300 325 299 313 297 300C295 287 292 274 290 262C288 250 284 234 283 228";

const BODY =
  "M282 222C282 227 282 241 281 252C280 263 278 276 276 288C274 300 269 315 267 326C265 337 262 345 262 356C262 367 264 378 267 390C270 402 276 416 280 428C284 440 287 451 289 462C291 473 292 483 292 496C292 509 292 523 291 540C290 557 289 578 287 596C285 614 282 634 280 650C278 666 275 681 274 694C273 707 273 714 274 726C275 738 278 753 279 766C280 779 279 791 277 806C275 821 271 842 268 858C265 874 261 890 260 900C259 910 260 910 261 916C262 922 266 930 268 936C270 942 275 948 276 952C277 956 277 959 274 961C271 963 264 964 260 964C256 964 251 964 248 961C245 958 244 954 243 948C242 942 243 933 243 926C243 919 242 915 241 904C240 893 240 876 238 860C236 844 232 822 231 806C230 790 230 779 230 766C230 753 233 740 233 728C233 716 232 709 231 694C230 679 227 661 224 640C221 619 216 590 213 570C210 550 206 532 204 522C202 512 201 510 200 508";

const DETAILS =
  "M210 166C213 167 220 169 228 170C236 171 251 170 256 170M244 704C245 705 249 712 252 712C255 712 260 707 262 706";

const BUST = "M220 282C223 283 230 289 236 290C242 291 249 289 254 286C259 283 264 274 266 272";

/** Positions are in the figure's units. */
const TAPES: Readonly<Record<ChartMeasure, { path: string; x: number; y: number }>> = {
  chest: { path: "M118 250C140 274 260 274 282 250", x: 384, y: 270 },
  waist: { path: "M138 352C158 370 242 370 262 352", x: 384, y: 372 },
  hips: { path: "M108 486C140 510 260 510 292 486", x: 384, y: 496 },
  inseam: { path: "M200 518V962", x: 222, y: 992 },
};

const LEADS: Readonly<Record<ChartMeasure, string | null>> = {
  chest: "M288 258H362",
  waist: "M270 362H362",
  hips: "M298 486H362",
  inseam: null,
};

const ALL_MEASURES = CHART_MEASURES.map(({ measure }) => measure);

/** Formats "chest, waist and hips". */
function listOf(measures: readonly ChartMeasure[]): string {
  return [measures.slice(0, -1).join(", "), measures.at(-1)].filter(Boolean).join(" and ");
}

type Props = {
  /** Highlights this measure and fades the others. */
  lit?: ChartMeasure | null;
  /** "tape" shows the measures, "pencil" a dotted outline. */
  look?: "tape" | "ink" | "pencil";
  /** Numbered in this order; all by default. */
  measures?: readonly ChartMeasure[];
  /** A man's figure has no bust line. */
  gender?: Gender;
  /** In the figure's units. */
  numberSize?: number;
  className?: string;
};

/** Numbers match the list beside the figure. */
export function BodyDrawing({
  lit = null,
  look = "tape",
  measures = ALL_MEASURES,
  gender = "female",
  numberSize = 34,
  className,
}: Props) {
  return (
    <svg
      viewBox="0 0 400 1000"
      role="img"
      aria-label={`Where to measure ${listOf(measures)}`}
      aria-hidden={look !== "tape" || undefined}
      className={className ?? "h-auto w-full"}
      fill="none"
    >
      <g
        className={look === "pencil" ? "stroke-ink-quiet" : "stroke-ink"}
        strokeWidth="1.3"
        strokeDasharray={look === "pencil" ? "1 5" : undefined}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={HEAD} vectorEffect="non-scaling-stroke" />
        <Half gender={gender} />
        <g transform="translate(400 0) scale(-1 1)">
          <Half gender={gender} />
        </g>
      </g>
      {look === "tape" &&
        measures.map((measure, index) => (
          <Tape
            key={measure}
            measure={measure}
            number={index + 1}
            numberSize={numberSize}
            dimmed={lit !== null && lit !== measure}
            lit={lit === measure}
          />
        ))}
    </svg>
  );
}

function Half({ gender }: { gender: Gender }) {
  const bust = gender === "male" ? "" : BUST;
  return <path d={`${ARM}${BODY}${DETAILS}${bust}`} vectorEffect="non-scaling-stroke" />;
}

type TapeProps = {
  measure: ChartMeasure;
  number: number;
  numberSize: number;
  dimmed: boolean;
  lit: boolean;
};

function Tape({ measure, number, numberSize, dimmed, lit }: TapeProps) {
  const { path, x, y } = TAPES[measure];
  const lead = LEADS[measure];
  return (
    <g
      data-tape={measure}
      data-lit={lit || undefined}
      className={`transition-opacity ${dimmed ? "opacity-20" : ""}`}
    >
      <path
        d={path}
        className={`stroke-demerara transition-opacity ${lit ? "opacity-20" : "opacity-0"}`}
        strokeWidth="30"
      />
      <path d={path} className="stroke-demerara" strokeWidth="10" />
      <path d={path} className="stroke-paper" strokeWidth="5" strokeDasharray="1.4 6.6" />
      {lead && (
        <path d={lead} className="stroke-demerara" strokeWidth="1.4" strokeDasharray="2 6" />
      )}
      <text
        x={x}
        y={y}
        textAnchor="middle"
        className="figures fill-demerara font-semibold"
        fontSize={numberSize}
      >
        {number}
      </text>
    </g>
  );
}
