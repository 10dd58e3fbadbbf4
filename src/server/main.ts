import { printStartupError } from "./start/startup-errors.ts";

try {
  // Loaded here to explain a missing file.
  const { openShop } = await import("./start/open-shop.server.ts");
  await openShop();
} catch (error) {
  printStartupError(error);
  process.exit(1);
}
