import { Notice } from "#ui/notice.tsx";
import type { StockFormResult } from "./handle-stock-form.server.ts";
import { StockEntryForm } from "./stock-entry-form.tsx";

type Props = {
  title: string;
  hint: string;
  of: { sku: string; onShelf: number } | null;
  answer: StockFormResult | undefined;
};

const NOTHING = { sku: "", pieces: "", note: "" };

/** The form with what became of the last entry. */
export function StockEntryPanel({ title, hint, of, answer }: Props) {
  const problems = answer?.problems ?? {};
  const focus = answer ? (of || (problems.pieces && !problems.sku) ? "pieces" : "first") : null;
  return (
    <section aria-label={title} className="border border-line p-4 sm:p-5">
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">{hint}</p>
      <StockEntryForm
        key={answer?.turn ?? "fresh"}
        of={of}
        typed={answer?.typed ?? NOTHING}
        problems={problems}
        focus={answer?.threshold ? null : focus}
      />
      <div role="status" className="empty:hidden">
        {answer?.done && (
          <Notice kind="success" className="mt-4">
            {answer.done}
          </Notice>
        )}
      </div>
    </section>
  );
}
