import { data } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm } from "#app/web/form.server.ts";
import { DONATION_FAILED } from "#features/sales/donations/donation-form.ts";
import { donationSchema } from "#features/sales/donations/donation-input.ts";
import { openDonation } from "#features/sales/donations/open-donation.server.ts";

type Deps = Pick<AppDeps, "db" | "payments" | "clock" | "publicUrl" | "logger">;

/** `url` leads to the open payment page. */
export type DonationFormResult = FormResult & { form: "donation"; url?: string };

/** Returns every failure as a result; does not throw. */
export async function handleDonationForm(deps: Deps, form: FormData) {
  const respond = (result: FormResult & { url?: string }, status: number) =>
    data<DonationFormResult>({ form: "donation", ...result }, { status, headers: PRIVATE });
  const submission = await parseForm(form, donationSchema);
  if (submission.status !== "success") return respond(submission.reply(), 422);
  const failed = submission.reply({ formErrors: [DONATION_FAILED.description] });
  try {
    const opened = await openDonation(deps, submission.value);
    if (!opened.ok) return respond(failed, 502);
    return respond({ status: "success", url: opened.value.url }, 200);
  } catch (error) {
    deps.logger.error({ err: error }, "donations: a donation was not stored");
    return respond(failed, 503);
  }
}
