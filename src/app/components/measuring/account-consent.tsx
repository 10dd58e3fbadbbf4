import { useState } from "react";
import { MEASUREMENT_CONSENT } from "#features/body/measurement/measurement-profile.ts";
import { Button } from "#ui/button.tsx";
import { agreeAndSave } from "./people-sync.browser.ts";

type Props = { onDecline?: () => void; declineLabel?: string };

/** The text that the customer agrees to before the first value leaves the device; the server stores its version and the time. */
export function AccountConsent({ declineLabel, onDecline }: Props) {
  const [isSent, setIsSent] = useState(false);
  return (
    <div className="space-y-5">
      <p className="max-w-prose border-l-2 border-demerara pl-4">{MEASUREMENT_CONSENT.text}</p>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
        <Button
          size="lg"
          busy={isSent}
          busyLabel="Saving..."
          onClick={() => {
            setIsSent(true);
            agreeAndSave();
          }}
        >
          Agree and save in my account
        </Button>
        {onDecline && (
          <Button size="lg" variant="quiet" onClick={onDecline}>
            {declineLabel}
          </Button>
        )}
      </div>
    </div>
  );
}
