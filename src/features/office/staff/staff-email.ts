import { defineEmail } from "#features/base/mail/email.ts";
import type { EmailSite } from "#features/base/mail/render-email.ts";

type StaffEmailContext = EmailSite & { contactEmail: string };

/** Reports a sign-in from a new browser. */
export const newDeviceEmail = defineEmail<
  StaffEmailContext & { name: string; device: string; at: string; clientIp: string }
>({
  kind: "staff-new-device",
  compose: (input) => ({
    subject: `New sign-in to the admin of ${input.siteName}`,
    preview: `${input.name} signed in from ${input.device}.`,
    heading: "A sign-in from a new device",
    blocks: [
      {
        kind: "text",
        text: `${input.name} signed in to the admin of ${input.siteName} from a device that was not used before.`,
      },
      {
        kind: "note",
        title: input.device,
        lines: [input.at, input.clientIp && `IP address ${input.clientIp}`].filter(Boolean),
      },
      {
        kind: "text",
        text: "If that was you, nothing needs to be done. If not, end the session and change the password at once.",
      },
      { kind: "button", label: "Your account", url: `${input.siteUrl}/admin/account` },
    ],
    footer: [`You receive this email because you are an admin of ${input.siteName}.`],
  }),
  sample: (facts) => ({
    ...facts,
    name: "Rosa",
    device: "Chrome on Android",
    at: "20 November 2026, 10:00",
    clientIp: "203.0.113.7",
  }),
});

/** Invites an admin. The link works once, for three days. */
export const staffInvitationEmail = defineEmail<
  StaffEmailContext & { invitedBy: string; token: string }
>({
  kind: "staff-invitation",
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject: `${input.invitedBy} invites you to the admin of ${input.siteName}`,
    preview: "Choose a username and a password within three days.",
    heading: "You are invited",
    blocks: [
      {
        kind: "text",
        text: `${input.invitedBy} invites you to look after ${input.siteName}: orders, products, customers and settings. The link works once, within three days.`,
      },
      {
        kind: "button",
        label: "Accept the invitation",
        url: `${input.siteUrl}/login/invitation?token=${encodeURIComponent(input.token)}`,
      },
    ],
    footer: [
      `You receive this email because ${input.invitedBy} entered your address at ${input.siteName}.`,
    ],
  }),
  sample: (facts) => ({ ...facts, invitedBy: "Rosa", token: "sample" }),
});
