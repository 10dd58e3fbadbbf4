import { ANNOUNCEMENT_KEY } from "./closed-announcement.ts";

function close(text: string): void {
  document.documentElement.dataset.announcement = "closed";
  try {
    localStorage.setItem(ANNOUNCEMENT_KEY, text);
  } catch {
    // Storage that is full or forbidden: it stays closed for this visit.
  }
}

/** One quiet line above the header, in the owner's words; who dismissed it does not see it again until the words change. */
export function Announcement({ text }: { text: string }) {
  return (
    <aside
      aria-label="Announcement"
      className="relative bg-cloth px-12 py-2.5 text-center text-xs tracking-wide text-ink-soft in-data-[announcement=closed]:hidden print:hidden"
    >
      <p>{text}</p>
      <button
        type="button"
        aria-label="Dismiss announcement"
        onClick={() => close(text)}
        className="absolute top-0 right-0 size-11 text-lg leading-none -outline-offset-2 transition-colors hover:text-ink noscript:hidden md:right-2"
      >
        ×
      </button>
    </aside>
  );
}
