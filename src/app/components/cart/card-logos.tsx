/** The ways to pay as neutral wordmarks, drawn as text: no brand's artwork, readable by everyone (decision S16). */
export function CardLogos({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label="Ways to pay" className="flex flex-wrap items-center justify-center gap-1.5">
      {names.map((name) => (
        <li
          key={name}
          className="rounded-hair border border-line bg-white px-2 py-0.5 text-xs font-semibold tracking-wide text-ink-soft"
        >
          {name}
        </li>
      ))}
    </ul>
  );
}
