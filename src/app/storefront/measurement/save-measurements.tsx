import { useEffect, useState } from "react";
import type { MeasuredProduct } from "#app/components/measuring/use-person-measuring.tsx";
import { useLazyPart } from "#ui/hydration.ts";

const loadPeople = () =>
  import("#app/components/measuring/measured-people.tsx").then((module) => module.MeasuredPeople);

/** Decision M2: the measurements are saved, in the browser or in the account. */
export function SaveMeasurements({ product }: { product: MeasuredProduct | null }) {
  const { part: MeasuredPeople, request } = useLazyPart(loadPeople);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    void request().then((isLoaded) => setHasFailed(!isLoaded));
  }, [request]);
  return (
    <section
      aria-labelledby="save-measurements"
      className="mt-14 border-t border-line pt-10 noscript:hidden"
    >
      <h2 id="save-measurements" className="display scroll-mt-28 text-3xl">
        Save your measurements
      </h2>
      <p className="mt-3 mb-7 max-w-[52ch] text-ink-soft">
        Our guide takes them with you, one at a time, and checks each. Measured once, every piece
        can be made for you.
      </p>
      {MeasuredPeople && <MeasuredPeople product={product} />}
      {hasFailed && (
        <p className="text-ink-soft">
          The guide could not be loaded. Please check the connection and reload the page.
        </p>
      )}
    </section>
  );
}
