import { Badge } from "#ui/badge.tsx";

const steps = [
  {
    title: "AI Measurement",
    soon: true,
    text: "A guided scan at home is on its way. Until then our size guide and your own tape do the work.",
  },
  {
    title: "Style Selection",
    soon: false,
    text: "Choose the piece, the cloth and the colour. Take a standard size, or Custom to have it made to measure.",
  },
  {
    title: "Expert Tailoring",
    soon: false,
    text: "One pair of hands cuts, bastes and finishes your piece in our Georgetown workroom.",
  },
  {
    title: "Worldwide Delivery",
    soon: false,
    text: "Pressed, wrapped and sent to your door, with a tracking email the moment it leaves ours.",
  },
] as const;

/** How a piece comes about, in four numbered steps between hairlines (specification 2). */
export function HomeSteps() {
  return (
    <section aria-labelledby="steps-title" className="shell section">
      <p className="eyebrow">How it works</p>
      <h2 id="steps-title" className="display mt-4 max-w-[18ch] text-4xl">
        From your measures to your door
      </h2>
      <ol className="mt-12 grid md:mt-16 md:grid-cols-2 lg:grid-cols-4">
        {steps.map((step, place) => (
          <li
            key={step.title}
            className="flex gap-6 border-t border-line py-7 md:pr-10 lg:block lg:border-l lg:border-t-0 lg:px-8 lg:py-0 lg:first:border-l-0 lg:first:pl-0"
          >
            <span
              aria-hidden="true"
              className="display w-10 shrink-0 text-4xl text-demerara oldstyle-nums lg:block"
            >
              {place + 1}
            </span>
            <div className="lg:mt-6">
              <h3 className="display flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
                {step.title}
                {step.soon && (
                  <span className="font-sans">
                    <Badge kind="accent">Coming Soon</Badge>
                  </span>
                )}
              </h3>
              <p className="mt-2 max-w-[36ch] text-ink-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
