import type { Page } from "@playwright/test";

const PHONE = { width: 390, height: 844 };

/**
 * Shows a wide page as a phone does: narrow, with touch, without hover; for pages with one HTML. The next
 * page can hover.
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
