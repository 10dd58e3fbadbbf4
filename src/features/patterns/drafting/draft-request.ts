import type { ShapeAmounts } from "#features/patterns/body-shape/shape-alterations.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type {
  BodyMeasurements,
  DraftOptions,
  TargetGarment,
} from "#features/patterns/designs/pattern-design.ts";
import type { LoadedDesign } from "./freesewing.server.ts";

export type DraftRequest = {
  readonly loaded: LoadedDesign;
  readonly design: DraftableDesign;
  /** What the finished garment should measure. */
  readonly target: TargetGarment;
  /** What FreeSewing reads; a correction of the body at most. */
  readonly measurements: BodyMeasurements;
  readonly options: DraftOptions;
  /** Parts that the ordered garment does not have. */
  readonly leftOut: ReadonlySet<string>;
  /** Alterations to the shape of the body, in mm. */
  readonly shape: ShapeAmounts;
};
