import { defineEmail } from "#features/base/mail/email.ts";
import type { HealthReport } from "./shop-health.ts";

type HealthNotice = {
  report: Pick<HealthReport, "title" | "text">;
  siteName: string;
  siteUrl: string;
};

/** Reports a problem to the owner, once a day each. */
export const healthProblemEmail = defineEmail<HealthNotice>({
  kind: "health-problem",
  compose: ({ report, siteName, siteUrl }) => ({
    subject: `${siteName}: ${report.title.charAt(0).toLowerCase()}${report.title.slice(1)}`,
    preview: report.text,
    heading: report.title,
    blocks: [
      { kind: "text", text: report.text },
      { kind: "button", label: "Open the overview", url: `${siteUrl}/admin/overview` },
    ],
    footer: [
      `Sent to the contact address of ${siteName}, at most once a day, and once more when it is over.`,
    ],
  }),
  sample: (facts) => ({
    ...facts,
    report: {
      title: "The disk is almost full",
      text: "640 MB are free. When nothing is left, the shop accepts no orders. Free some space or enlarge the disk.",
    },
  }),
});

/** Reports the end of an emailed problem. */
export const healthRestoredEmail = defineEmail<HealthNotice>({
  kind: "health-restored",
  compose: ({ report, siteName, siteUrl }) => ({
    subject: `${siteName}: over: ${report.title.charAt(0).toLowerCase()}${report.title.slice(1)}`,
    preview: "This problem is over.",
    heading: "This problem is over",
    blocks: [
      { kind: "text", text: `“${report.title}” is over. There is nothing to do.` },
      { kind: "button", label: "Open the overview", url: `${siteUrl}/admin/overview` },
    ],
    footer: [`Sent to the contact address of ${siteName}.`],
  }),
  sample: (facts) => ({ ...facts, report: { title: "The disk is almost full", text: "" } }),
});
