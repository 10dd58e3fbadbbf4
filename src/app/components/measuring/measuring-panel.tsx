import { useState } from "react";
import type { MeasuredGarment } from "#features/body/measurement/required-measurements.ts";
import { FullScreen } from "#ui/full-screen.tsx";
import { AccountConsent } from "./account-consent.tsx";
import { GarmentChoice } from "./garment-choice.tsx";
import { GuideBar } from "./guide-bar.tsx";
import { MeasuringGuide } from "./measuring-guide.tsx";
import { StepTitle, stepStart } from "./step-title.tsx";
import { useMeasuredPeople } from "./use-measured-people.ts";
import type { MeasuringGuideProps } from "./use-measuring-guide.ts";

export type MeasuringPanelProps = Omit<MeasuringGuideProps, "names" | "onClose"> & {
  onClose: () => void;
  /** What is measured; null asks for the garment first. */
  names: MeasuringGuideProps["names"] | null;
  onGarment?: (garment: MeasuredGarment) => void;
};

/**
 * The guide over the whole page, so that a phone shows one thing at a time. Asks a signed-in customer once whether the account
 * may store the measurements. Load it on intent.
 */
export function MeasuringPanel(props: MeasuringPanelProps) {
  const { names, onClose, onGarment, profile } = props;
  const { account, hasConsent } = useMeasuredPeople();
  const [isDeclined, setIsDeclined] = useState(false);
  const asks = account !== null && !hasConsent && !isDeclined;
  return (
    <FullScreen title={`Measuring: ${profile.label.value}`} onClose={onClose} startOf={stepStart}>
      {asks ? (
        <Consent
          personName={profile.label.value}
          onClose={onClose}
          onDecline={() => setIsDeclined(true)}
        />
      ) : names ? (
        <MeasuringGuide key={names.join()} {...props} names={names} />
      ) : (
        <GarmentChoice
          profile={profile}
          onClose={onClose}
          onChoose={(garment) => onGarment?.(garment)}
        />
      )}
    </FullScreen>
  );
}

type ConsentProps = { personName: string; onClose: () => void; onDecline: () => void };

function Consent({ onClose, onDecline, personName }: ConsentProps) {
  return (
    <div className="flex grow flex-col gap-5">
      <GuideBar
        personName={personName}
        onClose={onClose}
        progress="Before you begin"
        share={null}
        onBack={null}
        onList={null}
      />
      <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
        <StepTitle progress="Before you begin" title="May we keep them in your account?">
          Then you can stop at any time and continue on another device.
        </StepTitle>
        <AccountConsent onDecline={onDecline} declineLabel="Only in this browser" />
      </div>
    </div>
  );
}
