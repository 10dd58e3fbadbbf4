import type { ReactNode } from "react";
import type { FormResult } from "#app/web/form.server.ts";
import type { Question } from "#features/garments/production/customer-change-input.ts";
import type { CustomerChangeForm } from "#features/garments/production/customer-change-queries.server.ts";

/** What the form shows after a refusal: every field as it was sent. */
export type ChangeResult = {
  result: FormResult;
  message: string | null;
  questions: readonly Question[];
  sent: Readonly<Record<string, string>>;
  /** A guest's proof has ended: a code from the order's mailbox is asked for. */
  needsCode: boolean;
};

/** What each section of the form reads. */
export type PartProps = {
  form: CustomerChangeForm;
  sent: Readonly<Record<string, string>>;
  errorOf: (field: string) => string | undefined;
};

export const radioRow = "flex min-h-11 items-start gap-3 py-2.5 text-sm leading-6";

/** A section of the form of a change. */
export function Section({
  children,
  lead,
  title,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="mt-10 border-t border-line pt-6">
      <h2 className="display text-2xl">{title}</h2>
      {lead && <p className="mt-1 max-w-[60ch] text-sm text-ink-soft">{lead}</p>}
      {children && <div className="mt-5 space-y-6">{children}</div>}
    </section>
  );
}
