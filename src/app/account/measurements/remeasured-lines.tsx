import { Form } from "react-router";
import { ChangesTable } from "#app/components/contracts/contract-view.tsx";
import type { RemeasuredLine } from "#features/garments/production/remeasured-lines.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { LedgerSection } from "../account-page.tsx";
import { changeGarmentPath, NEW_MEASUREMENTS } from "../garments/change-garment-path.ts";

export const REQUEST_CHANGE = "request-change";

/** Garments in work that were ordered with former numbers, each with the way to the new ones. */
export function RemeasuredLines({ lines }: { lines: readonly RemeasuredLine[] }) {
  if (lines.length === 0) return null;
  return (
    <LedgerSection
      id="remeasured"
      title="Use them for a garment in work?"
      lead="You have measured again since you ordered. A garment is cut to the new numbers only if you say so."
    >
      {lines.map((line) => (
        <div key={line.orderItemId} className="mb-10 last:mb-0">
          <h3 className="mb-4 font-medium wrap-anywhere">
            {line.productName} for {line.wearer}
          </h3>
          <ChangesTable changes={line.changes} headings={["As agreed", "Measured since"]} />
          {line.isChangeable ? (
            <ButtonLink
              to={`${changeGarmentPath(line)}?${NEW_MEASUREMENTS}`}
              variant="secondary"
              className="mt-5"
              aria-label={`Use the new numbers for the ${line.productName} of ${line.wearer}`}
            >
              Use the new numbers
            </ButtonLink>
          ) : (
            <Form method="post" preventScrollReset className="mt-5">
              <p className="mb-4 max-w-[52ch] text-sm text-ink-soft">
                It is already approved to be cut, so the atelier has to say what is still possible.
              </p>
              <input type="hidden" name="orderItemId" value={line.orderItemId} />
              <Button type="submit" name="intent" value={REQUEST_CHANGE} variant="secondary">
                Ask the atelier
              </Button>
            </Form>
          )}
        </div>
      ))}
    </LedgerSection>
  );
}
