import { formatLongDay } from "#core/business-days.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatMetres } from "#core/metres.ts";
import { holidayText } from "#core/moveable-holidays.ts";
import { defineEmail, SAMPLE_DATE } from "#features/base/mail/email.ts";
import { garmentName } from "#features/garments/garment/garment.ts";
import { entryTopic, replyPromise } from "#features/office/inbox/inbox-entry.ts";
import type { UnansweredEntry } from "#features/office/inbox/inbox-list-queries.server.ts";
import type { AtelierReport } from "./atelier-work.ts";
import { ATELIER_WORK, workOf } from "./atelier-work.ts";
import type { DueWork } from "./due-work.ts";
import { dueLabel } from "./due-work.ts";

type DueWorkNotice = {
  work: readonly DueWork[];
  replies: readonly UnansweredEntry[];
  atelier: AtelierReport;
  now: Date;
  siteName: string;
  siteUrl: string;
};

/** Further ones are counted. */
const MAX_LISTED = 20;

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function dueLines({ atelier, work, replies, now }: DueWorkNotice) {
  return [
    ...atelier.promises.map((promise) => ({
      title: `${garmentName(promise)}, order ${orderNumber(promise.orderId)}`,
      text: `promised to leave by ${formatLongDay(promise.shipBy)}, ${
        promise.finish === null
          ? "and not finished within a year"
          : `finished on ${formatLongDay(promise.finish)} as planned now`
      }`,
    })),
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

/** What waits in the atelier beside its promises, such as "3 patterns wait to be approved"; the cloths by name. */
function atelierLines({ atelier }: DueWorkNotice) {
  const work = workOf(atelier);
  const names = atelier.cloths.map(
    ({ freeMm, name }) => `${name}, ${formatMetres(Math.max(0, freeMm))} left`,
  );
  return ATELIER_WORK.filter(({ kind }) => kind !== "atRisk" && work[kind] > 0).map(
    ({ count, kind, label }) => ({
      title: label,
      details: kind === "cloths" ? names.slice(0, MAX_LISTED) : [],
      amount: count(work[kind]),
      was: null,
    }),
  );
}

/** Which holidays are asked for; they alone send no email. */
function holidayNote({ atelier: { holidays } }: DueWorkNotice) {
  if (holidays.length === 0) return [];
  const lines = holidays.slice(0, MAX_LISTED).map(holidayText);
  return [{ kind: "note" as const, title: "Holidays whose day is not entered yet", lines }];
}

function subjectOf(
  lines: readonly { title: string }[],
  waiting: readonly { amount: string }[],
): string {
  const [first] = lines;
  if (lines.length === 1 && first) return `Due: ${first.title}`;
  if (lines.length > 1) return `${lines.length} promises to customers are due`;
  return waiting.length === 1 && waiting[0]
    ? `In the atelier: ${waiting[0].amount}`
    : "Work waits in the atelier";
}

/** Reminds the shop daily of due promises. */
export const dueWorkEmail = defineEmail<DueWorkNotice>({
  kind: "due-work",
  compose: (notice) => {
    const { siteName, siteUrl } = notice;
    const lines = dueLines(notice);
    const waiting = atelierLines(notice);
    const [first] = lines;
    const rest = lines.length - MAX_LISTED;
    return {
      subject: subjectOf(lines, waiting),
      preview: first
        ? `${first.title}: ${first.text}.`
        : waiting.map(({ amount }) => amount).join(", "),
      heading: "Due now",
      blocks: [
        {
          kind: "text",
          text:
            lines.length > 0
              ? "The shop promised these customers a date. The ones that are late or due first are at the top."
              : "No promise to a customer is due, but work waits in the atelier.",
        },
        ...(lines.length > 0
          ? [
              {
                kind: "lines" as const,
                lines: lines.slice(0, MAX_LISTED).map(({ title, text }) => ({
                  title,
                  details: [],
                  amount: sentence(text),
                  was: null,
                })),
              },
            ]
          : []),
        ...(rest > 0 ? [{ kind: "text" as const, text: `And ${rest} more.` }] : []),
        ...(waiting.length > 0
          ? [
              { kind: "text" as const, text: "In the atelier:" },
              { kind: "lines" as const, lines: waiting },
            ]
          : []),
        ...holidayNote(notice),
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
    atelier: {
      promises: [
        {
          garmentId: "0190a5c2-7d6e-7c3a-9a51-4f6f1c2d3e4f",
          orderId: "8a6e0804-2bd0-4672-b79d-d97027f9071a",
          name: "Stabroek Suit",
          number: 1,
          of: 1,
          shipBy: SAMPLE_DATE.toISOString().slice(0, 10),
          finish: null,
        },
      ],
      patterns: 2,
      alterations: 1,
      holidays: [],
      cloths: [{ id: "0190a5c2-7d6e-7c3a-9a51-4f6f1c2d3e50", name: "Navy wool", freeMm: 1_200 }],
    },
  }),
});
