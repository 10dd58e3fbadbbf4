import { data, redirect } from "react-router";
import { z } from "zod";
import type { AppDeps } from "#app/web/context.ts";
import type { FormErrorList } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { requiredText } from "#core/text-schema.ts";
import type { Actor } from "#features/base/identity/actor.ts";

export type OrderPost<Fields> = { deps: AppDeps; actor: Actor; orderId: string; fields: Fields };

/** Done (with its shipment, if that can be undone), or the form's errors. 'unconfirmed': who sends it has to prove who it is. */
export type OrderPostResult =
  | "done"
  | { doneWith: string }
  | "forbidden"
  | "not_found"
  | "unconfirmed"
  | FormErrorList;

export const target = z.string().default("");

/** The customer reads this reason of a refund or a decline. */
export const reason = (max: number) => requiredText("Reason", max);

export const refused = (message: string): FormErrorList => ({ formErrors: [message] });

export const CHANGED_SINCE =
  "Someone changed this in the meantime. Nothing was overwritten: check the current state and send your change again.";
export const NOT_PAID = "Only a paid order can be changed like this.";

export function orderForm<Schema extends z.ZodType>(
  schema: Schema,
  run: (post: OrderPost<z.output<Schema>>) => Promise<OrderPostResult>,
) {
  return {
    schema,
    /** Success redirects against repetition; a refusal returns the submitted values. The page asks for the proof of 'unconfirmed'. */
    async post(intent: string, request: Omit<OrderPost<unknown>, "fields">, form: FormData) {
      const submission = await parseForm(form, schema);
      if (submission.status !== "success") return rejectForm(submission);
      const result = await run({ ...request, fields: submission.value });
      const page = `/admin/orders/${request.orderId}?done=${intent}`;
      if (result === "done") return redirect(page, 303);
      if (result === "forbidden") return refuse();
      if (result === "not_found") throw data(null, { status: 404 });
      if (result === "unconfirmed") return result;
      if ("doneWith" in result) return redirect(`${page}&of=${result.doneWith}`, 303);
      return rejectForm(submission, result, 409);
    },
  };
}
