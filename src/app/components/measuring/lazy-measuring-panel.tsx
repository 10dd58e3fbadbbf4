import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { useLazyPart } from "#ui/hydration.ts";
import type { MeasuringPanelProps } from "./measuring-panel.tsx";

const loadPanel = () => import("./measuring-panel.tsx").then((module) => module.MeasuringPanel);

/** A module that failed to load loads again with the page only; the page's URL opens the guide where it stopped. */
const reload = () => location.reload();

/** Loads the guide when it opens; the page below stays as it is. Give it the key of the guide. */
export function LazyMeasuringPanel(props: MeasuringPanelProps) {
  const { part: Panel, request } = useLazyPart(loadPanel);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    void request().then((isLoaded) => setHasFailed(!isLoaded));
  }, [request]);
  useEffect(() => {
    if (!hasFailed) return;
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [hasFailed]);
  if (Panel) return <Panel {...props} />;
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-6 bg-paper px-6 text-center"
    >
      {hasFailed ? (
        <>
          <p className="max-w-[40ch] text-ink-soft">
            The guide could not be loaded. Everything you entered is stored. It opens by itself when
            the connection is back.
          </p>
          <Button onClick={reload}>Try again</Button>
          <Button variant="secondary" onClick={props.onClose}>
            Back to the page
          </Button>
        </>
      ) : (
        <p className="text-ink-quiet">Opening the guide...</p>
      )}
    </div>
  );
}
