import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { launchBrowser } from "./support/browser.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { unpin } from "./support/processor.ts";

const ENGINE = new URL("../src/features/body/check/check-engine.ts", import.meta.url);
/** A slow phone. */
const SLOWDOWN = 4;
const WARM_UP = 50;
const ROUNDS = 401;

/** Every value of a suit, in mm, degrees and grams. */
const SUIT: Readonly<Record<string, number>> = {
  height: 1_760,
  weight: 76_000,
  neck: 385,
  shoulderToShoulder: 455,
  shoulderSlope: 20,
  shoulderToElbow: 360,
  shoulderToWrist: 640,
  biceps: 325,
  wrist: 172,
  chest: 990,
  waist: 860,
  waistBack: 420,
  hips: 960,
  seat: 1_010,
  seatBack: 505,
  hpsToBust: 270,
  hpsToWaistBack: 445,
  waistToArmpit: 205,
  waistToHips: 130,
  waistToSeat: 235,
  waistToUpperLeg: 290,
  waistToKnee: 620,
  waistToFloor: 1_080,
  crossSeam: 760,
  crossSeamFront: 370,
  inseam: 800,
  upperLeg: 580,
  knee: 390,
};

async function bundleEngine(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, lib: { entry: ENGINE.pathname, formats: ["es"], fileName: "engine" } },
  });
  const [result] = Array.isArray(built) ? built : [built];
  const chunk = result && "output" in result ? result.output[0] : undefined;
  if (!chunk) throw new Error("The engine was not bundled");
  return chunk.code;
}

/** Processor time of one check of a whole profile, in the browser of a slow phone. */
export async function measure(): Promise<Metric[]> {
  const code = await bundleEngine();
  const names = measurementSetOf("suit")?.required ?? [];
  const values = names.map((name) => {
    const value = SUIT[name];
    if (value === undefined) throw new Error(`The suit has no ${name}`);
    return { name, readings: [value] };
  });
  unpin(process.pid);
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const times = await page.evaluate(
    async ({ source, profile, rounds }) => {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const { checkMeasurements } = await import(url);
      return Array.from({ length: rounds }, () => {
        const startMs = performance.now();
        checkMeasurements(profile, "complete");
        return performance.now() - startMs;
      });
    },
    { source: code, profile: values, rounds: WARM_UP + ROUNDS },
  );
  await browser.close();
  return [
    {
      subject: "a suit's profile at a fourth of the speed, median ms",
      value: median(times.slice(WARM_UP)),
    },
    { subject: "first check of a suit's profile, ms", value: times[0] ?? Number.NaN },
    { subject: "engine with its model, brotli kB", value: brotliCompressSync(code).length / 1_000 },
  ];
}
