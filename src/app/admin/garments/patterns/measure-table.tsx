import type { PatternContent } from "#features/garments/order-patterns/pattern-content.ts";

type Measures = PatternContent["measures"];

const cm = (mm: number) => (mm / 10).toFixed(1);

function difference(now: number, before: number | undefined): string {
  if (before === undefined || Math.abs(now - before) < 0.5) return "";
  return `${now > before ? "+" : "−"}${cm(Math.abs(now - before))}`;
}

/** "Chest +1.2, hem −0.4": what a changed draft does to the finished garment. */
export function changeText(before: Measures, measures: Measures): string {
  const known = new Map(before.map(({ finished, name }) => [name, finished]));
  const changes = measures.flatMap(({ finished, label, name }) => {
    const text = difference(finished, known.get(name));
    return text === "" ? [] : [`${label} ${text}`];
  });
  return changes.length === 0 ? "No finished measure changes." : `${changes.join(", ")} cm`;
}

/** The finished garment beside the body, in centimeters; what a slider changed is a column of its own. */
export function MeasureTable({ before, measures }: { measures: Measures; before: Measures }) {
  const known = new Map(before.map(({ finished, name }) => [name, finished]));
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Measures of the finished garment in centimeters</caption>
        <thead>
          <tr className="border-b border-ink/25 text-left text-ink-quiet">
            <th scope="col" className="py-2 pr-4 font-normal">
              Measure
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Body
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Ease asked
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Ease reached
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              Finished
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Change
            </th>
          </tr>
        </thead>
        <tbody className="figures">
          {measures.map(({ body, easeAsked, finished, label, least, name }) => {
            const isTooSmall = least !== null && finished < least;
            return (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  {label}
                </th>
                <td className="py-2 pr-4 text-right">{body === null ? "" : cm(body)}</td>
                <td className="py-2 pr-4 text-right">{easeAsked === null ? "" : cm(easeAsked)}</td>
                <td className="py-2 pr-4 text-right">{body === null ? "" : cm(finished - body)}</td>
                <td
                  className={`py-2 pr-4 text-right ${isTooSmall ? "font-medium text-hibiscus" : ""}`}
                >
                  {cm(finished)}
                  {isTooSmall && <span className="sr-only">, too small</span>}
                </td>
                <td className="py-2 text-right text-demerara">
                  {difference(finished, known.get(name))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
