import { depsContext } from "#app/web/context.ts";
import { PERSONAL } from "#app/web/form-page-headers.ts";
import { failedInquiry } from "#features/inbox/inquiry-form-result.ts";
import { formOf } from "../pages/handle-message-form.server.ts";
import type { Route } from "./+types/submit-inquiry.ts";
import { handleInquiryForm } from "./handle-inquiry-form.server.ts";

/** Asked for by a person's browser instead of the inquiry's page: there is nothing to see here. */
export function loader() {
  return Response.json(failedInquiry(), { status: 405, headers: PERSONAL });
}

/** The dialog's way in: the form as it stands, an answer in words out (specification 7: one row into guyana_sales_inquiries). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await formOf(request);
  const { answer, status } = await handleInquiryForm(context.get(depsContext), params.id, form);
  return Response.json(answer, { status, headers: PERSONAL });
}
