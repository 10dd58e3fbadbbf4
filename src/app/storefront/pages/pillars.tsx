const pillars = [
  {
    title: "Cultural Consciousness",
    text: "Six peoples made this country, and each brought its own way with a needle. We learn from all of them, name what we learn, and never put anybody's ceremony on a hanger.",
  },
  {
    title: "Local Sourcing",
    text: "What can be made here is made here: patterns, thread work, buttons of local hardwood, and every hour of sewing. Cloth that nobody weaves in Guyana comes from mills we know by name.",
  },
  {
    title: "Eco-Friendly Materials",
    text: "Linen, cotton, wool and silk before anything spun from oil. Linings of cupro, buttons of horn, wood and shell, and paper instead of plastic from our table to your door.",
  },
  {
    title: "Circular Design",
    text: "Seams wide enough to let out and take in, hems with something to spare. A piece comes back to us to be altered and mended, and its offcuts go on to become pocket squares and sashes.",
  },
] as const;

/** The four sustainability pillars between hairlines (specification 2, About). */
export function Pillars() {
  return (
    <section aria-labelledby="pillars-title" className="bg-cloth">
      <div className="shell section">
        <p className="eyebrow text-ink-soft">Sustainability</p>
        <h2 id="pillars-title" className="display mt-4 max-w-[16ch] text-4xl">
          Four pillars that hold the house up
        </h2>
        <ol className="mt-12 grid gap-x-16 md:mt-16 md:grid-cols-2">
          {pillars.map(({ title, text }, place) => (
            <li key={title} className="flex gap-6 border-t border-ink/25 py-8 md:py-10">
              <span
                aria-hidden="true"
                className="display w-8 shrink-0 text-3xl text-demerara oldstyle-nums"
              >
                {place + 1}
              </span>
              <div>
                <h3 className="display text-2xl">{title}</h3>
                <p className="mt-3 max-w-[46ch] text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
