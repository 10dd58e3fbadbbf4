import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { LazyMeasuringPanel } from "./lazy-measuring-panel.tsx";
import { savePerson } from "./profile-store.browser.ts";
import { useMeasuredPeople } from "./use-measured-people.ts";

const GUIDE = "#measuring/";

/**
 * The guide of one of the people, open while the URL's fragment says so: "#measuring/<id>" asks for the garment,
 * "#measuring/<id>/<garment>" measures. Back closes it, and a reload opens it again.
 */
export function usePersonMeasuring(onClosed?: () => void) {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { people } = useMeasuredPeople();
  const here = { pathname, search };
  const depth = (state as { guide?: number } | null)?.guide ?? 0;
  const [id = "", garment = ""] = hash.startsWith(GUIDE) ? hash.slice(GUIDE.length).split("/") : [];
  const person = people.find(({ profile }) => profile.id === id)?.profile;
  const open = (profileId: string, named?: string | null) => {
    const fragment = [profileId, named].filter(Boolean).join("/");
    // A link led here: there is no entry of this page to go back to, so done closes the guide.
    const isLinked = hash.startsWith(GUIDE) && depth === 0;
    navigate(
      { ...here, hash: `${GUIDE}${fragment}` },
      {
        state: { guide: isLinked ? 0 : depth + 1 },
        replace: isLinked,
        preventScrollReset: true,
      },
    );
  };
  const close = () => {
    if (depth > 0) navigate(-depth);
    else navigate(here, { replace: true, preventScrollReset: true });
    onClosed?.();
  };
  const panel: ReactNode = person ? (
    <LazyMeasuringPanel
      key={id}
      profile={person}
      names={measurementSetOf(garment)?.required ?? null}
      onGarment={(chosen) => open(id, chosen)}
      onChange={savePerson}
      onDone={close}
      onClose={close}
    />
  ) : null;
  return { open, panel };
}
