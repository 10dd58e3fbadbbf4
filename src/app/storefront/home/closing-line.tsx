import { Fragment } from "react";
import { Link } from "react-router";
import { openingHours } from "#features/settings/business-facts.ts";
import { NoBreak } from "../pages/no-break.tsx";

/** The last line of the home page: where the house stands and when its door is open. */
export function ClosingLine({ address }: { address: string }) {
  return (
    <section aria-labelledby="closing-title" className="shell section text-center">
      <p className="eyebrow">The atelier</p>
      <h2 id="closing-title" className="display mx-auto mt-5 max-w-[20ch] text-4xl">
        {address}
      </h2>
      <p className="mx-auto mt-6 text-balance text-ink-soft">
        {openingHours.map(({ days, hours }, place) => (
          <Fragment key={days}>
            {place > 0 && ", "}
            <NoBreak>{`${days} ${hours}`}</NoBreak>
          </Fragment>
        ))}
      </p>
      <Link to="/contact" className="link mt-6 inline-block py-2">
        Come and be measured
      </Link>
    </section>
  );
}
