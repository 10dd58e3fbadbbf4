import type { ReactNode } from "react";

type Props = { id: string; title: string; children: ReactNode };

export function OrderSection({ id, title, children }: Props) {
  return (
    <section aria-labelledby={`${id}-heading`} id={id} className="scroll-mt-6 space-y-4">
      <h2 id={`${id}-heading`} className="eyebrow border-b border-line pb-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
