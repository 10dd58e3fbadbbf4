import { afterAll } from "vitest";
import { spellOtherwise } from "./other-spellings.ts";

afterAll(spellOtherwise());
