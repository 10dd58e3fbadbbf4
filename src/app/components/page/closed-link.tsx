import { ButtonLink } from "#ui/button.tsx";

/** In place of a private page whose address was opened in a browser that did not press its link, or pressed it long ago. */
export function ClosedLink() {
  return (
    <>
      <h1 className="display text-4xl">Please open the link again</h1>
      <p className="mt-4">
        This page is private. It opens with the link in our email, and stays open for a while in the
        browser in which you pressed it.
      </p>
      <ul className="mt-6 space-y-3 border-y border-line py-5 text-sm text-ink-soft">
        <li>
          Does your email program open links in a window of its own? Hold the link, choose Copy, and
          paste it into the address line of this browser.
        </li>
        <li>
          Did you come from the email just now? Then this browser keeps no cookies. Please allow
          them for this shop.
        </li>
      </ul>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <ButtonLink to="/order-lookup" size="lg">
          Find your order
        </ButtonLink>
        <ButtonLink to="/contact" size="lg" variant="secondary">
          Write to us
        </ButtonLink>
      </div>
    </>
  );
}
