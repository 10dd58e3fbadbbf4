export type Fact = { figure: string; text: string };

/** A page's rules in short: a few large figures between hairlines. */
export function FactsBand({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <section aria-label={label} className="shell pb-14 md:pb-20 print:pb-0">
      <dl className="grid border-y border-line sm:grid-cols-3">
        {facts.map(({ figure, text }) => (
          <div
            key={figure}
            className="flex flex-col-reverse justify-end border-line py-7 not-first:border-t sm:px-8 sm:py-9 sm:first:pl-0 sm:not-first:border-t-0 sm:not-first:border-l"
          >
            <dt className="mt-2 max-w-[30ch] text-sm text-ink-soft">{text}</dt>
            <dd className="display text-3xl oldstyle-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
