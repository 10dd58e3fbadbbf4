/** Keys and pointers as W3C WebDriver and WebDriver BiDi describe them alike. */
export type InputSource = {
  type: "key" | "pointer";
  id: string;
  actions: readonly Record<string, string | number>[];
};

/** What both protocols offer, in the tab that the walk is in. */
export type BrowserSession = {
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** Runs a function of its own arguments only in the page; its result travels as JSON. */
  evaluate<Result>(work: (...args: string[]) => Result, ...args: string[]): Promise<Result>;
  perform(input: InputSource): Promise<void>;
  /** Whether a tab was opened since; the walk goes on in it. */
  followNewTab(): Promise<boolean>;
  /** What the console reported since the last call: errors, uncaught errors and violations of the policy. */
  drainComplaints(): string[];
  close(): Promise<void>;
};

type Close = () => unknown;

/** Collects what a browser needs, and frees it, the last first, also when the browser does not open. */
export async function openWith(
  open: (onClose: (close: Close) => void) => Promise<Omit<BrowserSession, "close">>,
): Promise<BrowserSession> {
  const closing: Close[] = [];
  async function close(): Promise<void> {
    for (const each of closing.splice(0).toReversed()) await each();
  }
  try {
    return Object.assign(await open((each) => closing.push(each)), { close });
  } catch (error) {
    await close();
    throw error;
  }
}
