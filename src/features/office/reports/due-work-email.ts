import { orderNumber } from "#core/document-number.ts";
import { defineEmail, SAMPLE_DATE } from "#features/base/mail/email.ts";
import { entryTopic, replyPromise } from "#features/office/inbox/inbox-entry.ts";
import type { UnansweredEntry } from "#features/office/inbox/inbox-list-queries.server.ts";
import type { DueWork } from "./due-work.ts";
import { dueLabel } from "./due-work.ts";

type DueWorkNotice = {
  work: readonly DueWork[];
  replies: readonly UnansweredEntry[];
  now: Date;
  siteName: string;
  siteUrl: string;
};

/** Further ones are counted. */
const MAX_LISTED = 20;

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function dueLines({ work, replies, now }: DueWorkNotice) {
  return [
    ...work.map((each) => ({
      title: `Order ${orderNumber(each.orderId)}, ${each.name}`,
      text: dueLabel(each, now).text,
    })),
    ...replies.map((entry) => ({
      title: [entry.name, entryTopic(entry)].filter(Boolean).join(": "),
      text: replyPromise(entry.createdAt, now).text,
    })),
  ];
}

/** Reminds the shop daily of due promises. */
export const dueWorkEmail = defineEmail<DueWorkNotice>({
  kind: "due-work",
  compose: (notice) => {
    const { siteName, siteUrl } = notice;
    const lines = dueLines(notice);
    const [first] = lines;
    const rest = lines.length - MAX_LISTED;
    return {
      subject:
        lines.length === 1 && first
          ? `Due: ${first.title}`
          : `${lines.length} promises to customers are due`,
      preview: first ? `${first.title}: ${first.text}.` : "",
      heading: "Due now",
      blocks: [
        {
          kind: "text",
          text: "The shop promised these customers a date. The ones that are late or due first are at the top.",
        },
        {
          kind: "lines",
          lines: lines.slice(0, MAX_LISTED).map(({ title, text }) => ({
            title,
            details: [],
            amount: sentence(text),
            was: null,
          })),
        },
        ...(rest > 0 ? [{ kind: "text" as const, text: `And ${rest} more.` }] : []),
        { kind: "button", label: "Open the overview", url: `${siteUrl}/admin/overview` },
      ],
      footer: [
        `Sent to the contact address of ${siteName}, at most once a day and only when something is due.`,
      ],
    };
  },
  sample: (facts) => ({
    ...facts,
    now: SAMPLE_DATE,
    work: [
      {
        kind: "ship",
        orderId: "8a6e0804-2bd0-4672-b79d-d97027f9071a",
        name: "Asha Persaud",
        dueDay: SAMPLE_DATE.toISOString().slice(0, 10),
      },
    ],
    replies: [],
  }),
});
