import type { Page } from "@playwright/test";

const PHONE = { width: 390, height: 844 };

/**
 * Looks at a page that was opened on a wide screen as a phone shows it: narrow, touched, without a pointer that hovers. For pages that
 * are built alike for everybody, so that a second visit would only cost time; a hovering pointer is back with the next page.
 */
export async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const wide = page.viewportSize();
  const screen = await page.context().newCDPSession(page);
  await screen.send("Emulation.setDeviceMetricsOverride", {
    ...PHONE,
    deviceScaleFactor: 1,
    mobile: true,
  });
  await screen.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  try {
    await look();
  } finally {
    await screen.detach();
    if (wide) await page.setViewportSize(wide);
  }
}
