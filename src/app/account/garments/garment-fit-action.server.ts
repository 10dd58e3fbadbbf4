import { data, redirect } from "react-router";
import type { ZodError } from "zod";
import { z } from "zod";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { allTexts, postedFiles, readFields } from "#app/web/form-fields.ts";
import { CLOSED_LINK } from "#app/web/private-link.server.ts";
import type { AlterationInput } from "#features/garments/alterations/alteration-input.ts";
import { alterationSchema } from "#features/garments/alterations/alteration-input.ts";
import type { FeedbackProblems } from "#features/garments/alterations/feedback-input.ts";
import { hasProblems, readFeedback } from "#features/garments/alterations/feedback-input.ts";
import type { FeedbackFailure } from "#features/garments/alterations/fit-feedback.server.ts";
import { submitFeedback } from "#features/garments/alterations/fit-feedback.server.ts";
import type { GarmentKey } from "#features/garments/alterations/garment-access.server.ts";
import { findGarmentFit } from "#features/garments/alterations/garment-fit.server.ts";
import type { RequestAlterationFailure } from "#features/garments/alterations/request-alteration.server.ts";
import {
  requestAlteration,
  sendReceipt,
} from "#features/garments/alterations/request-alteration.server.ts";
import type { FitResult } from "./garment-fit.tsx";

const fitFields = z.looseObject({ images: postedFiles });

type Failure = FeedbackFailure | RequestAlterationFailure;

function messageOf(failure: Failure): string {
  if (failure.code === "images") return failure.message;
  if (failure.code === "too_many_reports") {
    return "The fit of this piece was reported many times already. Please write to us, and we look at it together.";
  }
  return failure.code === "not_delivered"
    ? "This piece has not been delivered yet."
    : "This cannot be asked for now. The page below shows what can.";
}

type Problems = FeedbackProblems & { remedy?: string };

function alterationProblems(error: ZodError<AlterationInput>): Problems {
  const { remedy, note } = error.flatten().fieldErrors;
  return {
    points: {},
    ...(remedy?.[0] && { remedy: remedy[0] }),
    ...(note?.[0] && { form: note[0] }),
  };
}

/**
 * Receives the forms of a garment's fit, for its customer or the bearer of its link. 404 for another customer's garment. `key` is null in
 * a browser in which the garment's link is not open any more: nothing is changed, and the input stays.
 */
export async function changeGarmentFit(
  deps: AppDeps,
  { here, key, request }: { key: GarmentKey | null; here: string; request: Request },
) {
  const form = await readFlatFormData(request);
  const fields = readFields(form, fitFields);
  const values = allTexts.parse(fields);
  const textOf = (name: string) => values[name] ?? "";
  const { images } = fields;
  const of = values.intent === "request" || values.intent === "receipt" ? values.intent : "report";
  const refuse = (problems: Problems, status = 422) =>
    data<FitResult>({ of, values, problems }, { status, headers: PRIVATE });
  if (key === null) return refuse({ form: CLOSED_LINK, points: {} }, 410);
  const finish = (failure: Failure | null) => {
    if (!failure) {
      return redirect(`${here}?saved=${of}`, { status: 303, headers: PRIVATE });
    }
    if (failure.code === "forbidden" || failure.code === "not_found") {
      throw data(null, { status: 404, headers: PRIVATE });
    }
    return refuse({ form: messageOf(failure), points: {} });
  };
  if (of === "report") {
    const found = await findGarmentFit(deps, key);
    if (!found.ok) return finish({ code: found.error });
    const { feedback, problems } = readFeedback(textOf, found.value.sections);
    if (hasProblems(problems)) return refuse(problems);
    const done = await submitFeedback(deps, { key, feedback, images });
    return finish(done.ok ? null : done.error);
  }
  if (of === "receipt") {
    const done = await sendReceipt(deps, { key, images });
    return finish(done.ok ? null : done.error);
  }
  const requested = alterationSchema.safeParse({ remedy: values.remedy, note: values.note });
  if (!requested.success) return refuse(alterationProblems(requested.error));
  const done = await requestAlteration(deps, {
    key,
    requested: requested.data,
    feedback: null,
    images,
  });
  return finish(done.ok ? null : done.error);
}
