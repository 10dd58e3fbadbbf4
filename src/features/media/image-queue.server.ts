/** Somebody waits for the picture, or nobody does yet. */
export type Urgency = "visitor" | "background";

// Two cores are common: with at most two pictures in work, and one thread each, a page never waits long for a processor.
const MAX_CONCURRENT = 2;
const MAX_CONCURRENT_BACKGROUND = 1;

const waiting: Record<Urgency, (() => void)[]> = { visitor: [], background: [] };
const busy: Record<Urgency, number> = { visitor: 0, background: 0 };

function mayStart(urgency: Urgency): boolean {
  if (busy.visitor + busy.background >= MAX_CONCURRENT) return false;
  if (urgency === "visitor") return true;
  return waiting.visitor.length === 0 && busy.background < MAX_CONCURRENT_BACKGROUND;
}

function startNext(): void {
  for (const urgency of ["visitor", "background"] as const) {
    if (!mayStart(urgency)) continue;
    const start = waiting[urgency].shift();
    if (!start) continue;
    busy[urgency] += 1;
    start();
  }
}

/** Runs picture work when there is room for it: at most two at once in the process, one of them in the background, visitors first. */
export async function runImageJob<Value>(
  urgency: Urgency,
  work: () => Promise<Value>,
): Promise<Value> {
  await new Promise<void>((resolve) => {
    waiting[urgency].push(resolve);
    startNext();
  });
  try {
    return await work();
  } finally {
    busy[urgency] -= 1;
    startNext();
  }
}

async function prepareSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false); // every picture is made once, so nothing is ever found there again
  return sharp;
}

let sharpReady: ReturnType<typeof prepareSharp> | undefined;

/** The picture library, loaded at its first use and held to one thread a picture. */
export function loadSharp(): ReturnType<typeof prepareSharp> {
  sharpReady ??= prepareSharp();
  return sharpReady;
}
