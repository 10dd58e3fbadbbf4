import type { AuditSubject } from "./record-change.server.ts";

const SECTIONS: Record<string, string> = {
  general: "General",
  footer: "Footer",
  cart: "Cart",
  announcement: "Announcement",
  seo: "Search engines",
  shipping: "Shipping",
  integrations: "Payment provider",
  home: "Home",
  shop: "Shop",
  about: "About",
  contact: "Contact",
  catalog: "Catalog",
};

const ACTIONS: Record<string, string> = {
  "address works again": "knows that mails arrive again where this one came back:",
  focused: "chose what stays in view of",
  received: "received pieces of",
  corrected: "corrected the count of",
};

type Told = { action: string; subject: AuditSubject; subjectId: string; name: string };

/** What was done, as it stands between the person and the thing: "changed". */
export function actionLabel(action: string): string {
  return ACTIONS[action] ?? action;
}

/** What the thing is called: by its record, or as the part of the shop it is. */
export function activitySubjectName({ subject, subjectId, name }: Told): string {
  if (subject === "settings") return SECTIONS[subjectId] ?? subjectId;
  // As the orders themselves write their numbers (specification 9).
  if (subject === "order") return `${subjectId.slice(0, 8)}…`;
  if (subject === "hero picture") return SECTIONS[subjectId] ?? subjectId;
  return name || "a thing without a name";
}
