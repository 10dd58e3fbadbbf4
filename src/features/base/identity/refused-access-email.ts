import { defineEmail } from "#features/base/mail/email.ts";
import type { EmailSite } from "#features/base/mail/render-email.ts";
import type { RefusalRun } from "./refusal.ts";

type RunFacts = {
  run: RefusalRun;
  attempts: number;
  /** Who was tried how often, from where and why it was refused. */
  lines: readonly string[];
  /** Codes were tried after the right password. */
  isPasswordKnown: boolean;
};

function titleOf({ attempts, run }: RunFacts): string {
  const refused = `${attempts} attempts within an hour were refused`;
  switch (run.of) {
    case "account":
      return `${refused} for the account of ${run.name}`;
    case "network":
      return `${refused} from one network, ${run.network}`;
    case "everywhere":
      return `${refused}, of many accounts`;
  }
}

const MISTYPED =
  "These attempts did not come in. If somebody of you mistyped, nothing needs to be done. Otherwise a second factor keeps strangers out even with the right password, and an owner can sign anybody out everywhere, under Your account, Admins.";

const PASSWORD_KNOWN =
  "Codes were tried after the right password, so somebody else may know it. Change the password now, and end what else opens the account; Your account lists it. After ten wrong codes in a row codes of the app wait for a quarter of an hour. A recovery code or a passkey signs in meanwhile.";

/** Tells owners of a run of failed sign-ins, wrong codes or refused rights, and the holder of an account that is tried. */
export const refusedAccessEmail = defineEmail<
  EmailSite & RunFacts & { contactEmail: string; at: string }
>({
  kind: "refused-access",
  compose: (input) => ({
    subject: `Attempts to sign in were refused (${input.siteName})`,
    preview: titleOf(input),
    heading: "Somebody may be trying to come in",
    blocks: [
      { kind: "note", title: titleOf(input), lines: [...input.lines, input.at] },
      { kind: "text", text: input.isPasswordKnown ? PASSWORD_KNOWN : MISTYPED },
      {
        kind: "text",
        text: "There is no further email about this for a day, however many attempts follow. Activity counts them.",
      },
      {
        kind: "button",
        label: "See what was refused",
        url: `${input.siteUrl}/admin/activity?subject=refusal`,
      },
    ],
    footer: [
      `You receive this email because you are an owner of ${input.siteName}, or because it is about your account.`,
    ],
  }),
  sample: (facts) => ({
    ...facts,
    run: { of: "account", userId: "", name: "Rosa" },
    attempts: 10,
    at: "20 November 2026, 10:00 in Georgetown",
    lines: ["Rosa, 10 attempts, from 203.0.113.7. The password was wrong."],
    isPasswordKnown: false,
  }),
});
