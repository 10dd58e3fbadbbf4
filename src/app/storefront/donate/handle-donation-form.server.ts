import { data } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { PERSONAL } from "#app/web/form-page-headers.ts";
import type { DonationFormResult } from "#features/donations/donation-form-result.ts";
import { readDonation, submittedDonation } from "#features/donations/donation-input.ts";
import { openDonation } from "#features/donations/open-donation.server.ts";

type DonationDeps = Pick<AppDeps, "db" | "payments" | "clock" | "publicUrl" | "logger">;

const form = "donation" as const;

const answer = (value: DonationFormResult, status = 200) =>
  data(value, { status, headers: PERSONAL });

/** Takes the donation form in: what comes back is always an answer for its page, and never an exception. */
export async function handleDonationForm(deps: DonationDeps, sent: FormData) {
  const typed = submittedDonation(sent);
  const read = readDonation(typed);
  if (!read.ok) return answer({ form, status: "invalid", errors: read.error, typed }, 422);
  try {
    const opened = await openDonation(deps, read.value);
    if (opened.ok) return answer({ form, status: "opened", url: opened.value.url });
    return answer({ form, status: "failed", typed }, 502);
  } catch (error) {
    deps.logger.error({ err: error }, "donations: not written down");
    return answer({ form, status: "failed", typed }, 503);
  }
}
