import { useEffect, useState } from "react";
import { MAX_UNUSED_DAYS } from "#app/web/seal.browser.ts";
import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import { Notice } from "#ui/notice.tsx";
import { recordLossShown } from "./profile-store.browser.ts";
import { useMeasuredPeople } from "./use-measured-people.ts";

/** The page that says it; a part of the page that is drawn anew says it again. */
let shownOn: string | null = null;

/** Says on one page that this browser can no longer read the people it had, and how they come back. */
export function LostPeople() {
  const { isLost } = useMeasuredPeople();
  const [isShown, setIsShown] = useState(
    () => shownOn !== null && shownOn === globalThis.location?.pathname,
  );
  useEffect(() => {
    if (!isLost) return;
    setIsShown(true);
    shownOn = location.pathname;
    recordLossShown();
  }, [isLost]);
  if (!isShown) return null;
  return (
    <Notice
      kind="warning"
      live
      className="my-6"
      title="The measurements in this browser have been removed"
    >
      <p>
        It holds them for {MAX_UNUSED_DAYS} days after you last used them, and loses them when its
        data is cleared.{" "}
        {isHintedSignedIn()
          ? "Everybody in your account comes back by itself."
          : "Everybody whom you saved in an account comes back when you sign in."}{" "}
        Whoever was measured in this browser only has to be measured again.
      </p>
    </Notice>
  );
}
