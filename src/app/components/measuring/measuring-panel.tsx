import { FullScreen } from "#ui/full-screen.tsx";
import { MeasuringGuide } from "./measuring-guide.tsx";
import type { MeasuringGuideProps } from "./use-measuring-guide.ts";

/** The guide over the whole page, so that a phone shows one thing at a time. Load it on intent. */
export function MeasuringPanel(props: MeasuringGuideProps & { onClose: () => void }) {
  return (
    <FullScreen title={`Measuring: ${props.profile.label.value}`} onClose={props.onClose}>
      <MeasuringGuide {...props} />
    </FullScreen>
  );
}
