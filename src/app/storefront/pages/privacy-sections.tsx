import { Link } from "react-router";
import { MAX_UNUSED_DAYS } from "#app/web/seal.browser.ts";
import { periodLabel } from "#features/base/settings/business-facts.ts";
import type { SectionValues } from "#features/base/settings/settings-sections.ts";
import type { PolicySection } from "./policy-page.tsx";

type Periods = SectionValues["privacy"];

/** Specification 2, Privacy; the periods are from the settings. */
export function privacySections(contactEmail: string, periods: Periods): PolicySection[] {
  return [...collected, ...recipients, howLong(periods), security, yours(contactEmail)];
}

const collected: PolicySection[] = [
  {
    id: "in-short",
    title: "In short",
    content: (
      <p>
        We collect what we need to make, sell and send you clothes, and nothing more. There is no
        advertising on this site, no tracker and no profile of you. We do not sell or lend your
        data.
      </p>
    ),
  },
  {
    id: "what-we-collect",
    title: "What we collect, and why",
    content: (
      <ul>
        <li>
          <strong>When you order:</strong> your email, the pieces, their sizes and prices, and the
          name, address and phone number you give on the payment page, so that we can make, send and
          account for your order.
        </li>
        <li>
          <strong>When you have an account:</strong> your name, email and password (kept only in a
          form nobody can read back), your orders, your settings, and the cart and wishlist that
          follow you from device to device. With each sign-in we note the time, the connection's
          address and the kind of browser, so that a stranger's sign-in can be recognised and ended.
          If you sign in with Google or Apple, where we offer it, they tell us your name and email
          and learn that you visited us; we tell them nothing about what you do here. If you add a
          second step to your sign-in, we keep what checks it: the key of your authenticator app,
          encrypted, the public half of a passkey with the name of its device, and your recovery
          codes in a form nobody can read back.
        </li>
        <li>
          <strong>When you have a piece made to measure:</strong> the measures it needs.
        </li>
        <li>
          <strong>When you write to us,</strong> ask about a purchase in Guyana or volunteer: what
          you write and how to reach you, so that a person can answer.
        </li>
        <li>
          <strong>When you give to New Dawn:</strong> the amount and your email, for the receipt.
        </li>
      </ul>
    ),
  },
  {
    id: "measures",
    title: "Your measures",
    content: (
      <p>
        Body measurements are personal, so we treat them as the most sensitive data we hold. Only
        you and the people who cut your piece see them. An order keeps the measures it was cut from,
        so that a repair years later still fits.
      </p>
    ),
  },
  {
    id: "ai-fitting-photos",
    title: "AI fitting photos",
    content: (
      <p>
        AI fitting photos are not stored after processing. Today there is nothing to store: AI
        measurement is Coming Soon, no photo is taken on this site, and it does not ask for your
        camera.
      </p>
    ),
  },
  {
    id: "cookies",
    title: "Cookies and your browser",
    content: (
      <>
        <p>
          Browsing and buying set no cookie. Having a piece made to measure without an account sets
          one for 200 days: a random proof of this browser, so that what you entered can only be
          seen, changed and ordered here. Asking for the code that opens the measurements of an
          order without an account sets the same one; the code opens them in this browser alone, for
          an hour. A link in our emails that chooses a password, confirms an email or accepts an
          invitation is remembered for an hour, so that it does not stay in the address bar; so is
          one to store credit, to a change of your order or to the confirmation of an order for a
          day, and one to a garment for a week, or until you sign out here. Signing in sets the two
          that keep you signed in, and while you are at Google or Apple two more for ten minutes,
          which bring you back; signing out takes them away. With a second step, one more waits for
          it for ten minutes. One stays for a year: it recognizes the browser in which you signed
          in, so that strangers who guess at your password cannot lock you out. Without JavaScript
          your cart is kept in a cookie of its own for thirty days, from the moment you add
          something to it; nothing but your cart is in it. A second one only says that it is there.
          Once JavaScript runs, that cart joins the one in your browser, and both cookies go. There
          is nothing to consent to and so no banner.
        </p>
        <p>These things are kept in your own browser, so that the shop works as you left it:</p>
        <ul>
          <li>
            <strong>Your cart,</strong> until you go to the payment page, and which payment you have
            begun, so that your cart is emptied once it is paid; your wishlist; and when you changed
            them. While you are signed in they are kept with your account too. Signing out leaves
            them in the browser; another customer who signs in there does not get them.
          </li>
          <li>
            <strong>The last twelve pieces you looked at,</strong> so that you find them again. They
            stay in your browser and are never sent to us; Clear, beside them, forgets them.
          </li>
          <li>
            <strong>The country your orders go to,</strong> as you chose it; what you entered at the
            checkout, with the delivery address, until the order is paid.
          </li>
          <li>
            <strong>A random name of this browser,</strong> from your first checkout on. It is sent
            with an order, together with your internet address, so that no visitor can reserve most
            of our stock. We keep both only as codes, until that order is paid or over.
          </li>
          <li>
            <strong>Measurements,</strong> of everybody whom you measured in this browser, your
            answers about your size, what you chose for a piece made to measure, and a copy of the
            guide's page, so that it opens without a connection. Measurements and answers are
            locked: their key cannot be copied out of your browser, and it is removed when you have
            not used them for {MAX_UNUSED_DAYS} days, at the latest when they would be used again.
            After that nobody can read them. Some private windows have no such keys and store them
            as they are. They reach us when you agree to keep them in your account, or when you
            order. Signing out takes the account's people and their key out of the browser. Behind a
            link that somebody sent you to be measured, a cookie opens your own numbers again; they
            leave the browser when you are done.
          </li>
          <li>
            <strong>Inches or centimetres,</strong> whichever you chose last.
          </li>
          <li>
            <strong>How far down a page you were,</strong> until you close the tab.
          </li>
        </ul>
        <p>Clearing your browser's data clears all of it.</p>
      </>
    ),
  },
];

const recipients: PolicySection[] = [
  {
    id: "payment",
    title: "Payment",
    content: (
      <p>
        You pay on the page of our payment provider. Card numbers are typed there and never reach
        us; we learn that you paid, how much, and where to send your order. With an account you may
        keep cards for the next time: they are kept by the payment provider, not by us. When you
        delete your account, or ask us to delete what we hold, we have the provider delete them too.
      </p>
    ),
  },
  {
    id: "who-else",
    title: "Who else sees it",
    content: (
      <p>
        The payment provider, for the payment. The carrier, for your name, address and phone number.
        The service that delivers our emails. An authority, when the law leaves us no choice. Nobody
        else.
      </p>
    ),
  },
];

function howLong(periods: Periods): PolicySection {
  return {
    id: "how-long",
    title: "How long we keep it",
    content: (
      <>
        <p>
          Orders that were paid, with their invoices, are kept as long as bookkeeping requires.
          Accounts, measures and wishlists are kept until you delete them. Everything else has its
          time and is then removed by itself:
        </p>
        <ul>
          <li>
            an order or a donation that was never paid: your data in it, after{" "}
            {periodLabel(periods.unpaidOrders)}
          </li>
          <li>a sign-in that has ended: {periodLabel(periods.sessions)} later</li>
          <li>a cart in your account that nobody changed: after {periodLabel(periods.carts)}</li>
          <li>the emails we sent you: after {periodLabel(periods.emails)}</li>
          <li>what the payment provider reported to us: after {periodLabel(periods.events)}</li>
          <li>a request to hear when a size is back: after {periodLabel(periods.restockAlerts)}</li>
          <li>
            earlier values in our record of changes, such as an address you corrected: after{" "}
            {periodLabel(periods.auditValues)}
          </li>
          <li>
            {periods.inbox === null
              ? "messages: while they are being answered and as long as they may matter for an order"
              : `messages and inquiries: ${periodLabel(periods.inbox)} after they were answered`}
          </li>
        </ul>
        <p>What you search for in the shop is not stored at all.</p>
      </>
    ),
  };
}

const security: PolicySection = {
  id: "how-we-keep-it",
  title: "How we keep it",
  content: (
    <p>
      Everything travels encrypted. What our people see depends on what they do, and changes made by
      staff are written down. If your data is ever exposed, we will tell you.
    </p>
  ),
};

function yours(contactEmail: string): PolicySection {
  return {
    id: "your-rights",
    title: "Your rights",
    content: (
      <>
        <p>
          Ask us what we hold about you, have it corrected, have it sent to you, or have it deleted.
          Deleting your account in <Link to="/profile">your settings</Link> removes your personal
          data; orders stay without it, for the books.
        </p>
        <p>
          Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, and a person answers. The
          rules of our shop as a whole stand in the <Link to="/terms">Terms of Service</Link>.
        </p>
      </>
    ),
  };
}
