import type { DraftWaiter } from "#features/patterns/drafting/garment-draft.ts";
import type { CutContent } from "./cut-shapes.ts";
import { cutShapes } from "./cut-shapes.ts";
import type { Nest, NestCloth } from "./nest.ts";
import { nestShapes, QUICK_ATTEMPTS } from "./nest.ts";

/** What is nested in a process of its own: everything that some drafts cut from a material, once for each cloth. */
export type NestJob = {
  readonly contents: readonly CutContent[];
  readonly cloths: readonly NestCloth[];
  /** Cloth of which only about the length is wanted, after `cloths` in the result. */
  readonly quickCloths?: readonly NestCloth[];
  /** As the cut list names it. */
  readonly material: string;
  /** Null: the job, for an order that is paid. */
  readonly awaitedBy: DraftWaiter | null;
};

/** The nest of each cloth, in the order of the job, quick ones last; null where a part is wider than the cloth. */
export type Nests = readonly (Nest | null)[];

/** Nests everything that these drafts cut: the jacket of a suit with its trousers. About 50 ms for each cloth. */
export function runNestJob({ cloths, contents, material, quickCloths = [] }: NestJob): Nests {
  const shapes = contents.flatMap((content) => cutShapes(content, material));
  return [
    ...cloths.map((cloth) => nestShapes(shapes, cloth)),
    ...quickCloths.map((cloth) => nestShapes(shapes, cloth, { attempts: QUICK_ATTEMPTS })),
  ];
}
