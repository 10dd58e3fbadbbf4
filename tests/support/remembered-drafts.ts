import { ok } from "#core/result.ts";
import type { DraftJob, GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { NestJob, Nests } from "#features/patterns/nesting/nest-job.ts";

/** A draft is the same for every order and everybody who waits, but for the label on its parts. */
function keyOf({ awaitedBy: _awaitedBy, drawing, ...job }: DraftJob): string {
  const { label, ...drawn } = drawing ?? {};
  return JSON.stringify({ job, drawn, isDrawn: drawing !== null, isLabelled: label !== undefined });
}

type Made = { readonly draft: GarmentDraft; readonly label: string | undefined };

function copyOf({ draft, label }: Made, newLabel: string | undefined): GarmentDraft {
  const copy = structuredClone(draft);
  if (!copy.drawing || label === undefined || newLabel === undefined) return copy;
  const svg = copy.drawing.svg.replaceAll(label, newLabel);
  return { ...copy, drawing: { ...copy.drawing, svg } };
}

/**
 * A pool that drafts and nests each request once: the tests of a file order the same garment for the same person again and again.
 * Only for tests of what is done with a draft, never of the draft itself.
 */
export function createRememberingPool(): PatternPool {
  const pool = createPatternPool({ givesWay: false });
  const drafts = new Map<string, Made>();
  const nests = new Map<string, Nests>();
  return {
    async run(job, signal) {
      const key = keyOf(job);
      const label = job.drawing?.label;
      const made = signal?.aborted ? undefined : drafts.get(key);
      if (made) return ok(copyOf(made, label));
      const drafted = await pool.run(job, signal);
      if (drafted.ok) drafts.set(key, { draft: structuredClone(drafted.value), label });
      return drafted;
    },
    async nest({ awaitedBy, ...job }: NestJob) {
      const key = JSON.stringify(job);
      const known = nests.get(key);
      if (known) return ok(structuredClone(known));
      const nested = await pool.nest({ ...job, awaitedBy });
      if (nested.ok) nests.set(key, structuredClone(nested.value));
      return nested;
    },
    stop: () => pool.stop(),
  };
}
