import { data } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { readFields } from "#app/web/form-fields.ts";
import { submitFetcher } from "#app/web/submit-fetcher.ts";
import type {
  DrawnChoice,
  PreviewRefusal,
} from "#features/garments/order-patterns/customer-drawings.server.ts";
import { previewPattern } from "#features/garments/order-patterns/customer-drawings.server.ts";
import type { GarmentDrawing } from "#features/garments/order-patterns/garment-drawing.ts";
import type { Route } from "./+types/pattern-preview-route.ts";
import { fitForm } from "./fit-form.server.ts";

export type PatternPreview = {
  drawings: readonly GarmentDrawing[];
  byHand: readonly string[];
  choices: readonly DrawnChoice[];
  message: string | null;
};

const MESSAGES: Readonly<Record<PreviewRefusal, string>> = {
  not_offered: "We cannot make this piece to measure at the moment.",
  not_measured: "We draw the pattern once every measurement is there and checked.",
  busy: "Many patterns are being drawn. Please try again in a minute.",
  failed:
    "We could not draw this pattern. The fault is ours, and you can order without the drawing.",
};

const STATUS = { not_offered: 410, not_measured: 422, busy: 503, failed: 500 } as const;

const respond = (preview: Partial<PatternPreview>, status = 200) =>
  data<PatternPreview>(
    { drawings: [], byHand: [], choices: [], message: null, ...preview },
    { status, headers: PRIVATE },
  );

/** Only submitted measurements can be drawn. */
export function loader() {
  return respond({ message: MESSAGES.not_measured }, 405);
}

/** Draws a garment for measurements that are in the visitor's browser, and stores nothing. A URL of its own has a limit of its own. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { submitted } = readFields(await readFlatFormData(request), fitForm);
  const { signal } = request;
  const input = { productId: params.id, submitted, signal };
  const drawn = await previewPattern(context.get(depsContext), input);
  return drawn.ok
    ? respond(drawn.value)
    : respond({ message: MESSAGES[drawn.error] }, STATUS[drawn.error]);
}

const UNREACHED = "We could not draw your pattern now. Please try again.";

/** A refused drawing leaves the page with what was entered as it is. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitFetcher(
    serverAction,
    (reason): PatternPreview => ({
      drawings: [],
      byHand: [],
      choices: [],
      message: reason ?? UNREACHED,
    }),
  );
}
