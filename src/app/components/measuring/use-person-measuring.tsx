import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { LazyMeasuringPanel } from "./lazy-measuring-panel.tsx";
import { savePerson } from "./profile-store.browser.ts";
import { useMeasuredPeople } from "./use-measured-people.ts";

const GUIDE = "#measuring/";

/** A product that somebody is measured for, with what it needs as it is offered first. */
export type MeasuredProduct = {
  readonly garment: string;
  readonly names: readonly MeasurementName[];
};

/**
 * The guide of one of the people, open while the URL's fragment says so: "#measuring/<id>" asks for the garment,
 * "#measuring/<id>/<garment>" measures, for the `product` of the page what that one needs. Back closes it, and a reload opens it again.
 */
export function usePersonMeasuring(product: MeasuredProduct | null = null) {
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
  };
  const names = product?.garment === garment ? product.names : measurementSetOf(garment)?.required;
  const panel: ReactNode = person ? (
    <LazyMeasuringPanel
      key={id}
      profile={person}
      names={names ?? null}
      onGarment={(chosen) => open(id, chosen)}
      onChange={savePerson}
      onDone={close}
      onClose={close}
    />
  ) : null;
  return { open, panel };
}
