import { Form } from "react-router";
import { garmentTypeName } from "#core/garment-type-name.ts";
import {
  correctionSource,
  correctionText,
  formatAmount,
} from "#features/garments/fit-memory/correction.ts";
import type { FitMemory } from "#features/garments/fit-memory/fit-memories.server.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import { Button } from "#ui/button.tsx";
import { LedgerSection } from "../account-page.tsx";

/** What finished clothes taught about the fit. Each correction can be removed, without JavaScript too. */
export function FitMemories({ memories }: { memories: readonly FitMemory[] }) {
  return (
    <LedgerSection
      id="fit-memory"
      title="Fit memory"
      lead="What you told us about finished clothes. The next one is cut with it."
    >
      {memories.map(({ corrections, garment, id, label }) => (
        <div key={id} className="mb-8 last:mb-0">
          <h3 className="font-medium wrap-anywhere">
            {label}, {garmentTypeName(garment).name.toLowerCase()}
          </h3>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {corrections.map((correction) => {
              const text = correctionText(correction, "cm");
              return (
                <li
                  key={pointKey(correction)}
                  className="flex items-center justify-between gap-6 py-3 text-sm"
                >
                  <span>
                    <span className="figures block">
                      {text}
                      <span className="text-ink-quiet">
                        {" "}
                        ({formatAmount(correction.mm, "inches")})
                      </span>
                    </span>
                    <span className="text-ink-soft">{correctionSource(correction)}</span>
                  </span>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="memoryId" value={id} />
                    <input type="hidden" name="point" value={correction.point} />
                    {correction.component && (
                      <input type="hidden" name="component" value={correction.component} />
                    )}
                    <Button
                      type="submit"
                      name="intent"
                      value="remove-correction"
                      variant="quiet"
                      size="sm"
                      aria-label={`Remove ${text}`}
                    >
                      Remove
                    </Button>
                  </Form>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </LedgerSection>
  );
}
