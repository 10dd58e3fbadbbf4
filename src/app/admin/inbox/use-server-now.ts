import { useEffect, useState } from "react";

/** Often enough for minutes to be true. */
const TICK_MS = 20_000;

/**
 * The present moment by the server's clock: the loader's own in the HTML and the first render, so that both say the same, and from then
 * on with the time that has passed in the page, whatever the machine's clock says.
 */
export function useServerNow(serverNow: Date): Date {
  const start = serverNow.getTime();
  const [passed, setPassed] = useState({ start, ms: 0 });
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => setPassed({ start, ms: performance.now() - since }), TICK_MS);
    return () => clearInterval(timer);
  }, [start]);
  return new Date(start + (passed.start === start ? passed.ms : 0));
}
