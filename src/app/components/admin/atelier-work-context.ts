import { createContext } from "react";
import { NO_ATELIER_WORK } from "#features/office/reports/atelier-work.ts";

/** What waits in the atelier, for the counters of the admin's menus. */
export const AtelierWorkContext = createContext(NO_ATELIER_WORK);
